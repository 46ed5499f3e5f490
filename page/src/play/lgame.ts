// The L-game as the engine writes it: four rows with / between them, M the L of the player to move, O the other, n the
// neutral pieces.

import type { KnownMove } from '../engine/types';
import { argument } from '../state/show';

export type Cell = 'M' | 'O' | 'n' | '.';

/** Whether a position is a board of the L-game. */
export const isBoard = (text: string): boolean => /^[MOn.]{4}(\/[MOn.]{4}){3}$/.test(text);

/** The sixteen cells of a board, row by row. */
export const cells = (text: string): Cell[] => text.replaceAll('/', '').split('') as Cell[];

export const where = (board: Cell[], sign: Cell): number[] => board.flatMap((cell, i) => (cell === sign ? [i] : []));

const turned = { M: 'O', O: 'M', n: 'n', '.': '.' } as const;

/** The board after a move, as the mover still sees it: the engine writes it as the other player does. */
export const left = (move: KnownMove): Cell[] => cells(argument(move.to[0] as string)).map((cell) => turned[cell]);

const same = (a: number[], b: number[]): boolean => a.length === b.length && a.every((x) => b.includes(x));

/** The moves that put the own L on these cells. */
export const placing = (moves: KnownMove[], on: number[]): KnownMove[] => moves.filter((move) => same(where(left(move), 'M'), on));

/** Whether four cells are an L: three in a row, and one more at the side of an end. */
function isL(on: number[]): boolean {
  const lines = (of: (i: number) => number) => [0, 1, 2, 3].map((line) => on.filter((i) => of(i) === line));
  const [row, column] = [(i: number) => Math.floor(i / 4), (i: number) => i % 4];
  return [[row, column] as const, [column, row] as const].some(([along, across]) =>
    lines(along).some((line) => {
      const [low, high] = [Math.min(...line.map(across)), Math.max(...line.map(across))];
      const foot = on.find((i) => !line.includes(i));
      return line.length === 3 && high - low === 2 && foot !== undefined && Math.abs(along(foot) - along(line[0]!)) === 1 && [low, high].includes(across(foot));
    }),
  );
}

/** Why no move puts the own L on four cells that are free for it. */
export const wrong = (board: Cell[], on: number[]): 'shape' | 'same' => (isL(on) && same(where(board, 'M'), on) ? 'same' : 'shape');

/** The move among these after which the neutral pieces stand there. */
export const withNeutral = (moves: KnownMove[], on: number[]): KnownMove | undefined =>
  moves.find((move) => same(where(left(move), 'n'), on));
