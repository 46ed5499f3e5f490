// Strings that are cut at a letter, which then stands alone: where each move cuts.

import type { KnownMove } from '../engine/types';
import { left } from './sketch';

/** After how many letters a text is cut. */
function cuts(text: string): Set<number> {
  const found = new Set<number>();
  let letters = 0;
  for (const sign of text) {
    if (sign === '/') found.add(letters);
    else letters++;
  }
  return found;
}

/** The moves of a component by the letter at which they cut. */
export function byLetter(text: string, moves: KnownMove[], component: number): Map<number, KnownMove> {
  const before = cuts(text);
  const found = new Map<number, KnownMove>();
  for (const move of moves) {
    if (move.component !== component) continue;
    const fresh = [...cuts(left(move))].filter((cut) => !before.has(cut));
    // The letter between two new cuts.
    if (fresh.length === 2 && fresh[1] === fresh[0]! + 1) found.set(fresh[0]!, move);
  }
  return found;
}
