// What a click on a board means.

import { expect, test } from 'vitest';

import type { KnownMove } from '../src/engine/types';
import { grid, meant, touched, type Seen } from '../src/play/cells';

const move = (...to: string[]): KnownMove => ({ component: 0, to, label: null }) as unknown as KnownMove;
const seen = (before: string, moves: KnownMove[], bitten = false): Seen[] =>
  moves.map((one) => ({ move: one, cells: touched(grid(before, bitten)!, one, bitten) }));
const never = (): boolean => false;

test('rows of signs are boards, other texts are not', () => {
  expect(grid('.X/O#', false)).toEqual([['.', 'X'], ['O', '#']]);
  expect(grid('3,1', true)).toEqual([['#', '#', '#'], ['#', ' ', ' ']]);
  expect(grid('3,1', false)).toBeUndefined();
  expect(grid('abacaba', false)).toBeUndefined();
  expect(grid('{0,4}', false)).toBeUndefined();
});

test('a domino is played by its two cells', () => {
  const moves = [move('##/..'), move('#./#.'), move('../##')];
  const all = seen('../..', moves);
  expect(meant(all, [0], never, false).play).toBeUndefined();
  expect(meant(all, [0], never, false).fitting.length).toBe(2);
  expect(meant(all, [2, 0], never, false).play).toBe(moves[1]);
});

test('of two pieces that may take each other the one clicked first moves', () => {
  const moves = [move('.X'), move('O.')];
  const all = seen('XO', moves);
  const emptied = ({ move: one }: Seen, cell: number): boolean => (one.to[0] as unknown as string)[cell] === '.';
  expect(meant(all, [0, 1], emptied, false).play).toBe(moves[0]);
  expect(meant(all, [1, 0], emptied, false).play).toBe(moves[1]);
});

test('a bite is named by its corner', () => {
  const moves = [move('3,2'), move('3'), move('1,1'), move()];
  const all = seen('3,3', moves, true);
  expect(all.map(({ cells }) => cells[0])).toEqual([5, 3, 1, 0]);
  expect(meant(all, [1], never, true).play).toBe(moves[2]);
});
