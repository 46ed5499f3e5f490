// Which stones a move takes from a heap: a heap is a row of n stones, and a move that leaves parts takes the stones
// between the first part and the rest.

import type { KnownMove, Move, Place } from '../engine/types';

export interface Taken {
  move: KnownMove;
  /** The first stone that goes, and the first after it that stays; equal if the heap is only split. */
  from: number;
  to: number;
  /** Whether the parts that stay lie the other way round than the move names them. */
  mirrored?: boolean;
}

/** The moves that were made the other way round. A game only counts its heaps, but who took the first pin wants to see it go. */
const turned = new WeakMap<Move, boolean>();
export const turn = ({ move, mirrored = false }: Taken): unknown => turned.set(move, mirrored);
export const isTurned = (move: Move): boolean => turned.get(move) ?? false;

/** Heaps larger than this are shown as numbers. */
export const MOST_STONES = 40;

export function stones(place: Place): number | undefined {
  const n = typeof place === 'object' || typeof place === 'string' ? NaN : Number(place);
  return Number.isInteger(n) && n >= 0 && n <= MOST_STONES ? n : undefined;
}

/** The moves of a heap that take stones or split it, as stretches of stones; `apart` if a heap is a row that can be split. */
export function stretches(moves: KnownMove[], component: number, n: number, apart = false): Taken[] {
  const found: Taken[] = [];
  for (const move of moves) {
    if (move.component !== component) continue;
    const parts = move.to.map((part) => (typeof part === 'object' ? NaN : Number(part)));
    if (parts.length > 2 || parts.some((p) => !Number.isInteger(p))) continue;
    const [a, b] = [parts[0] ?? 0, parts[1] ?? 0];
    if (a + b > n || (a + b === n && parts.length < 2)) continue;
    found.push({ move, from: a, to: n - b });
    // The parts of a split may lie either way round, and of a row either end may be taken: it is the same move.
    if (parts.length === 2 ? a !== b : apart && a > 0) found.push({ move, from: b, to: n - a, mirrored: true });
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
