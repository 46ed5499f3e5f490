// Titles and one-line descriptions of the games of the gallery, in languages other than the catalogue's. They are loaded
// with the language, one only.

import type { Language } from '../state/settings.svelte';
import { isolate } from './said';

export interface Told {
  title: string;
  line: string;
  /** How positions are written, for a board. */
  positions: string;
}

/** By the name of a game. */
export type Games = Map<string, Told>;

/** Reads lines of `name | title | description`, for a board with `| how positions are written`; what is typed is in backticks. */
export function told(text: string): Games {
  const rows = text.trim().split('\n').map((row) => row.split('|').map((word) => word.trim()));
  const typed = (words: string): string => words.replace(/`([^`]*)`/g, (_, code: string) => isolate(code));
  return new Map(rows.map(([name, title, line = '', positions = '']) => [name!, { title: title!, line, positions: typed(positions) }]));
}

const load: Record<Language, () => Promise<{ text: string }>> = {
  en: async () => ({ text: '' }),
  vi: () => import('./games.vi'),
  zh: () => import('./games.zh'),
  fa: () => import('./games.fa'),
};

export const games = async (language: Language): Promise<Games> => told((await load[language]()).text);
