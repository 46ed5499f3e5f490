// Titles and one-line descriptions of the games of the gallery, in languages other than the catalogue's. They are loaded
// when the gallery is opened, one language only.

import type { Language } from '../state/settings.svelte';

export interface Told {
  title: string;
  line: string;
}

/** By the name of a game. */
export type Games = Map<string, Told>;

/** Reads lines of `name | title | description`. */
export function told(text: string): Games {
  const rows = text.trim().split('\n').map((row) => row.split('|').map((word) => word.trim()));
  return new Map(rows.map(([name, title, line]) => [name!, { title: title!, line: line ?? '' }]));
}

const load: Record<Language, () => Promise<{ text: string }>> = {
  en: async () => ({ text: '' }),
  vi: () => import('./games.vi'),
  zh: () => import('./games.zh'),
  fa: () => import('./games.fa'),
};

export const games = async (language: Language): Promise<Games> => told((await load[language]()).text);
