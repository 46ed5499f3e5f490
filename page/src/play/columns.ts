// Positions of several numbers as columns of stones: which moves a click on a stone means.

import type { Coordinate, KnownMove, Place } from '../engine/types';

/** Columns higher than this are shown as numbers. */
export const MOST_HIGH = 24;
const LIST = /^\d+(,\d+)+$/;

/** The numbers and names of a place, if it has at least two and one can be shown as stones. */
export function columns(place: Place): Coordinate[] | undefined {
  const all = Array.isArray(place) ? place : LIST.test(String(place)) ? String(place).split(',').map(Number) : [place];
  return all.length > 1 && all.some((one) => height(one) !== undefined) ? all : undefined;
}

/** How many stones a coordinate is; a name, or a number that is too large to show, is none. */
export function height(coordinate: Coordinate): number | undefined {
  const n = typeof coordinate === 'string' ? NaN : Number(coordinate);
  return Number.isInteger(n) && n >= 0 && n <= MOST_HIGH ? n : undefined;
}

/** Where a move leads, if it leaves one place of the same shape; an empty place is all zeros. */
export function after(move: KnownMove, wide: number): Coordinate[] | undefined {
  if (move.to.length === 0) return Array<number>(wide).fill(0);
  const to = move.to.length === 1 ? columns(move.to[0] as Place) : undefined;
  return to?.length === wide ? to : undefined;
}

/** The moves after which just the stones below this one are left in its column. */
export function meant(moves: KnownMove[], component: number, wide: number, column: number, stone: number): KnownMove[] {
  return moves.filter((move) => move.component === component && Number(after(move, wide)?.[column]) === stone);
}
