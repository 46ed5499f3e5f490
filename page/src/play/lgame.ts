// The L-game as the engine writes it: four rows with / between them, M the L of the player to move, O the other, n the
// neutral pieces.

import type { KnownMove } from '../engine/types';
import { argument } from '../state/show';

export type Cell = 'M' | 'O' | 'n' | '.';

/** The sixteen cells of a board, row by row. */
export const cells = (text: string): Cell[] => text.replaceAll('/', '').split('') as Cell[];

export const where = (board: Cell[], sign: Cell): number[] => board.flatMap((cell, i) => (cell === sign ? [i] : []));

const turned = { M: 'O', O: 'M', n: 'n', '.': '.' } as const;

/** The board after a move, as the mover still sees it: the engine writes it as the other player does. */
export const left = (move: KnownMove): Cell[] => cells(argument(move.to[0] as string)).map((cell) => turned[cell]);

const same = (a: number[], b: number[]): boolean => a.length === b.length && a.every((x) => b.includes(x));

/** The moves that put the own L on these cells. */
export const placing = (moves: KnownMove[], on: number[]): KnownMove[] => moves.filter((move) => same(where(left(move), 'M'), on));

/** The move among these after which the neutral pieces stand there. */
export const withNeutral = (moves: KnownMove[], on: number[]): KnownMove | undefined =>
  moves.find((move) => same(where(left(move), 'n'), on));
