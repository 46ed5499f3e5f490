// Which stones a move takes from a heap: a heap is a row of n stones, and a move that leaves parts takes the stones
// between the first part and the rest.

import type { KnownMove, Place } from '../engine/types';

export interface Taken {
  move: KnownMove;
  /** The first stone that goes, and the first after it that stays; equal if the heap is only split. */
  from: number;
  to: number;
}

/** Heaps larger than this are shown as numbers. */
export const MOST_STONES = 40;

export function stones(place: Place): number | undefined {
  const n = typeof place === 'object' || typeof place === 'string' ? NaN : Number(place);
  return Number.isInteger(n) && n >= 0 && n <= MOST_STONES ? n : undefined;
}

/** The moves of a heap that take stones or split it, as stretches of stones. */
export function stretches(moves: KnownMove[], component: number, n: number): Taken[] {
  const found: Taken[] = [];
  for (const move of moves) {
    if (move.component !== component) continue;
    const parts = move.to.map((part) => (typeof part === 'object' ? NaN : Number(part)));
    if (parts.length > 2 || parts.some((p) => !Number.isInteger(p))) continue;
    const [a, b] = [parts[0] ?? 0, parts[1] ?? 0];
    if (a + b > n || (a + b === n && parts.length < 2)) continue;
    found.push({ move, from: a, to: n - b });
    // The parts of a split may lie either way round; a click on either side means the same move.
    if (parts.length === 2 && a !== b) found.push({ move, from: b, to: n - a });
  }
  return found;
}

/** What a click on a stone, or a drag from one to another, may mean. */
export function meant(all: Taken[], from: number, to: number): Taken[] {
  const exact = all.filter((t) => t.from === from && t.to === to + 1);
  if (from !== to || exact.length) return exact;
  const begins = all.filter((t) => t.from === from);
  // A lone stone in a heap whose moves only shorten it means: this stone and all after it.
  return begins.length ? begins : all.filter((t) => t.from <= from && from < t.to);
}
