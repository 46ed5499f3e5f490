// Boards whose positions are cells with signs: where their cells are, and which move a click means.

import type { KnownMove, Move, Place } from '../engine/types';
import { argument } from '../state/show';
import type { Shape } from './shape';

export type Grid = string[][];

/** Signs that cells are written with. */
const SIGNS = /^[.#XO]+(\/[.#XO]+)*$/;
const LENGTHS = /^\d+(,\d+)*$/;
const PLACES = /^\d+,\d+( \d+,\d+)*$/;
/** A board shows at most this many cells a side. */
const MOST = 40;

/** The places of marbles on a board with so many cells a side at least; several on a cell are counted. */
function marbles(text: string, least: number): Grid | undefined {
  const places = text.split(' ').map((place) => place.split(',').map(Number));
  const side = Math.max(least, ...places.flat().map((n) => n + 1));
  if (side > MOST) return undefined;
  const cells = Array.from({ length: side }, () => Array<string>(side).fill('.'));
  for (const [r, c] of places) cells[r!]![c!] = String(1 + (Number(cells[r!]![c!]) || 0));
  return cells;
}

/** The cells of a position: rows of signs, lengths of rows of a bar, or places of marbles. A board keeps the size that it had. */
export function grid(text: string, shape: Shape | undefined, least = 0): Grid | undefined {
  if (shape === 'marbles') return PLACES.test(text) ? marbles(text, least) : undefined;
  if (shape !== 'bar' && shape !== 'cells') return undefined;
  const bar = (length: string): string => '#'.repeat(Math.min(Number(length), MOST + 1));
  const rows = shape === 'bar' && LENGTHS.test(text) ? text.split(',').map(bar) : SIGNS.test(text) ? text.split('/') : [];
  const wide = Math.max(0, ...rows.map((row) => row.length));
  if (wide === 0 || wide > MOST || rows.length > MOST) return undefined;
  return rows.map((row) => [...row.padEnd(wide, ' ')]);
}

/** The cells that a move changes, as numbers row by row; nothing if it cannot be seen on this board. */
export function touched(before: Grid, move: Move, shape: Shape): number[] {
  const wide = before[0]!.length;
  const only = move.to.length === 1 ? grid(argument(move.to[0] as Place), shape, wide) : undefined;
  if (move.to.length > 1 || (move.to.length === 1 && !only)) return [];
  const after = (r: number, c: number): string => only?.[r]?.[c] ?? ' ';
  return before.flatMap((row, r) => row.flatMap((sign, c) => (sign !== after(r, c) && sign !== ' ' ? [r * wide + c] : [])));
}

export interface Seen {
  move: KnownMove;
  cells: number[];
}

/** What chosen cells mean: moves that still fit, and the one to play once it is clear. */
export function meant(seen: Seen[], chosen: number[], emptied: (seen: Seen, cell: number) => boolean, shape: Shape): { fitting: Seen[]; play?: KnownMove } {
  // A bite is named by its corner, which is the first cell that it takes.
  if (shape === 'bar') {
    const bite = seen.find(({ cells }) => cells[0] === chosen[0]);
    return { fitting: bite ? [bite] : [], play: bite?.move };
  }
  const fitting = seen.filter(({ cells }) => chosen.every((cell) => cells.includes(cell)));
  const exact = fitting.filter(({ cells }) => cells.length === chosen.length);
  // Marbles are alike, so that it does not matter which one of a cell goes.
  if (exact.length === 1 || (exact.length > 1 && shape === 'marbles')) return { fitting, play: exact[0]!.move };
  // Two pieces may take each other: the one clicked first moves, and leaves its cell.
  const leaving = exact.filter((one) => emptied(one, chosen[0]!));
  return { fitting, play: leaving.length === 1 ? leaving[0]!.move : undefined };
}
