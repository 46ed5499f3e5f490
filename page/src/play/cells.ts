// Boards whose positions are written as rows of signs: where their cells are, and which move a click means.

import type { KnownMove, Move, Place } from '../engine/types';
import { argument } from '../state/show';

export type Grid = string[][];

/** Signs that cells are written with. */
const SIGNS = /^[.#XO]+(\/[.#XO]+)*$/;
const LENGTHS = /^\d+(,\d+)*$/;
/** A board shows at most this many cells a side. */
const MOST = 40;

/** The cells of a position, if it is written as rows of signs or, for a bar that is bitten, as lengths of rows. */
export function grid(text: string, bitten: boolean): Grid | undefined {
  const rows = bitten && LENGTHS.test(text) ? text.split(',').map((length) => '#'.repeat(Math.min(Number(length), MOST + 1))) : SIGNS.test(text) ? text.split('/') : [];
  const wide = Math.max(0, ...rows.map((row) => row.length));
  if (wide === 0 || wide > MOST || rows.length > MOST) return undefined;
  return rows.map((row) => [...row.padEnd(wide, ' ')]);
}

/** The cells that a move changes, as numbers row by row; nothing if it cannot be seen on this board. */
export function touched(before: Grid, move: Move, bitten: boolean): number[] {
  const wide = before[0]!.length;
  const only = move.to.length === 1 ? grid(argument(move.to[0] as Place), bitten) : undefined;
  if (move.to.length > 1 || (move.to.length === 1 && !only)) return [];
  const after = (r: number, c: number): string => only?.[r]?.[c] ?? ' ';
  return before.flatMap((row, r) => row.flatMap((sign, c) => (sign !== after(r, c) && sign !== ' ' ? [r * wide + c] : [])));
}

export interface Seen {
  move: KnownMove;
  cells: number[];
}

/** What chosen cells mean: moves that still fit, and the one to play once it is clear. */
export function meant(seen: Seen[], chosen: number[], emptied: (seen: Seen, cell: number) => boolean, bitten: boolean): { fitting: Seen[]; play?: KnownMove } {
  // A bite is named by its corner, which is the first cell that it takes.
  if (bitten) {
    const bite = seen.find(({ cells }) => cells[0] === chosen[0]);
    return { fitting: bite ? [bite] : [], play: bite?.move };
  }
  const fitting = seen.filter(({ cells }) => chosen.every((cell) => cells.includes(cell)));
  const exact = fitting.filter(({ cells }) => cells.length === chosen.length);
  if (exact.length === 1) return { fitting, play: exact[0]!.move };
  // Two pieces may take each other: the one clicked first moves, and leaves its cell.
  const leaving = exact.filter((one) => emptied(one, chosen[0]!));
  return { fitting, play: leaving.length === 1 ? leaving[0]!.move : undefined };
}
