// The words of the lessons, loaded when lessons are opened, each language by itself.

import type { Language } from '../../state/settings.svelte';
import type { Witness } from '../check';
import type { Level } from '../daily';
import type { Kind } from '../model';

export interface LessonText {
  title: string;
  about: string;
  /** The paragraphs of each step. */
  steps: string[][];
}

export interface LessonTexts {
  ui: Record<
    | 'intro' | 'all' | 'leave' | 'progress' | 'nextLesson' | 'reset' | 'open' | 'check' | 'yours' | 'right' | 'wrong' | 'another' | 'more' | 'rounds'
    | 'youBegin' | 'engineBegins' | 'labelHelp' | 'labelDraws' | 'leadsTo' | 'noMove' | 'options' | 'valueOf' | 'theGame' | 'nimHeap' | 'heapOf' | 'certificate' | 'window'
    | 'daily' | 'dailyAbout' | 'levels' | 'graded' | 'teacher' | 'teacherAbout' | 'title' | 'toFind' | 'addTask' | 'removeTask' | 'link' | 'assignment' | 'noTasks' | 'yourName' | 'saveAnswers',
    string
  >;
  /** What an exercise asks. */
  ask: Record<Kind, string>;
  said: Record<Witness, string>;
  levels: Record<Level, string>;
  lessons: Record<string, LessonText>;
}

const all: Record<Language, () => Promise<LessonTexts>> = {
  en: async () => (await import('./en')).en,
  vi: async () => (await import('./vi')).vi,
  zh: async () => (await import('./zh')).zh,
  fa: async () => (await import('./fa')).fa,
};

export const load = (language: Language): Promise<LessonTexts> => all[language]();
