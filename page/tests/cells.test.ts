// What a click on a board means.

import { expect, test } from 'vitest';

import type { KnownMove } from '../src/engine/types';
import { grid, meant, touched, type Seen } from '../src/play/cells';
import { byLetter } from '../src/play/letters';
import type { Shape } from '../src/play/shape';

const move = (...to: string[]): KnownMove => ({ component: 0, to, label: null }) as unknown as KnownMove;
const seen = (before: string, moves: KnownMove[], shape: Shape = 'cells'): Seen[] =>
  moves.map((one) => ({ move: one, cells: touched(grid(before, shape)!, one, shape) }));
const never = (): boolean => false;

test('rows of signs are boards, other texts are not', () => {
  expect(grid('.X/O#', 'cells')).toEqual([['.', 'X'], ['O', '#']]);
  expect(grid('3,1', 'bar')).toEqual([['#', '#', '#'], ['#', ' ', ' ']]);
  expect(grid('3,1', 'cells')).toBeUndefined();
  expect(grid('abacaba', 'cells')).toBeUndefined();
  expect(grid('{0,4}', 'cells')).toBeUndefined();
});

test('a domino is played by its two cells', () => {
  const moves = [move('##/..'), move('#./#.'), move('../##')];
  const all = seen('../..', moves);
  expect(meant(all, [0], never, 'cells').play).toBeUndefined();
  expect(meant(all, [0], never, 'cells').fitting.length).toBe(2);
  expect(meant(all, [2, 0], never, 'cells').play).toBe(moves[1]);
});

test('of two pieces that may take each other the one clicked first moves', () => {
  const moves = [move('.X'), move('O.')];
  const all = seen('XO', moves);
  const emptied = ({ move: one }: Seen, cell: number): boolean => (one.to[0] as unknown as string)[cell] === '.';
  expect(meant(all, [0, 1], emptied, 'cells').play).toBe(moves[0]);
  expect(meant(all, [1, 0], emptied, 'cells').play).toBe(moves[1]);
});

test('a bite is named by its corner', () => {
  const moves = [move('3,2'), move('3'), move('1,1'), move()];
  const all = seen('3,3', moves, 'bar');
  expect(all.map(({ cells }) => cells[0])).toEqual([5, 3, 1, 0]);
  expect(meant(all, [1], never, 'bar').play).toBe(moves[2]);
});

test('a marble is clicked first, then where it goes', () => {
  expect(grid('1,3 2,3', 'marbles')?.map((row) => row.join(''))).toEqual(['....', '...1', '...1', '....']);
  expect(grid('0,1 0,1', 'marbles', 3)?.[0]).toEqual(['.', '2', '.']);
  expect(grid('1,3', 'cells')).toBeUndefined();
  const moves = [move('0,3 2,3'), move('1,3 1,3'), move('1,3 2,0')];
  const all = seen('1,3 2,3', moves, 'marbles');
  expect(meant(all, [11], never, 'marbles').play).toBeUndefined();
  expect(meant(all, [11, 7], never, 'marbles').play).toBe(moves[1]);
  expect(meant(all, [11, 8], never, 'marbles').play).toBe(moves[2]);
  // Of two marbles on a cell either may go.
  const alike = [move('1,1 0,1'), move('0,1 1,1')];
  expect(meant(seen('1,1 1,1', alike, 'marbles'), [3, 1], never, 'marbles').play).toBe(alike[0]);
});

test('a string is cut at the letter that is clicked', () => {
  const moves = [move('a/b/acaba'), move('aba/c/aba')];
  expect([...byLetter('abacaba', moves, 0)]).toEqual([[1, moves[0]], [3, moves[1]]]);
  expect([...byLetter('aba/c/aba', [move('aba/c/a/b/a')], 0)].map(([at]) => at)).toEqual([5]);
  expect(byLetter('abacaba', moves, 1).size).toBe(0);
});
