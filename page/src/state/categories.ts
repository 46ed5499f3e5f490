// The shelves of the gallery. What kind a game is follows from its rule; what everybody knows comes first.

import type { Shown } from './gallery';

export type Category = 'known' | 'heaps' | 'splitting' | 'pieces' | 'boards' | 'graphs' | 'scores';
export const CATEGORIES: readonly Category[] = ['known', 'heaps', 'splitting', 'pieces', 'boards', 'graphs', 'scores'];

/** Games that people have met, from the simplest. */
export const KNOWN: readonly string[] = [
  'nim', 'take-1-2-3', 'chomp', 'wythoff', 'kayles', 'treblecross', 'cram', 'hackenbush', 'misere-nim', 'euclid', 'northcott', 'silver-dollar', 'dawsons-chess',
  'grundy', 'notakto', 'clobber', 'lgame', 'node-kayles', 'staircase', 'squares', 'fibonacci-nim', 'knight', 'ends',
];

/** What kind of game it is. */
export function kindOf({ rules, positions, start }: Shown): Exclude<Category, 'known'> {
  const text = rules.trim();
  if (/\bgain\b/.test(text)) return 'scores';
  if (/\bon (graph|edges|order)\b/.test(text) || /\b(graph|edge|path\d|vertices)\b/.test(positions ?? '')) return 'graphs';
  if (/^(grid|strip|ring|torus|hex|word)\b|\bon (grid|strip|ring|torus|hex|numbers|bag)\b/.test(text) || /[./]|\dx\d/.test(start[0] ?? '')) return 'boards';
  if (/&|^\d?\.\w/.test(text)) return 'splitting';
  if (/^\(\s*\w+[^)]*,/.test(text)) return 'pieces';
  return 'heaps';
}
