// Games on graphs and positions of several numbers: what is drawn where, and what a click means.

import { expect, test } from 'vitest';

import type { KnownMove, Sketch } from '../src/engine/types';
import { columns, meant } from '../src/play/columns';
import { helped } from '../src/play/helped';
import { bends, called, home, left, meant as means, seen, told, trace, type Seen } from '../src/play/sketch';

const point = (id: string, x = 0) => ({ id, x, y: 0, ground: false, leaves: null });
const sketch = (ids: string[], ends: [number, number][] = []): Sketch => ({
  points: ids.map((id, i) => point(id, i)),
  lines: ends.map((pair) => ({ ends: pair, leaves: '' })),
  tiles: 'vertices', moves: [],
});
/** A row of cells with moves, each by what the row becomes. */
const row = (signs: string, leaves: string[], picks: number[][] = []): Sketch => ({
  points: [...signs].map((sign, i) => ({ ...point(String(i), i), sign })), lines: [], tiles: 'squares',
  moves: leaves.map((to, i) => {
    const things = [...signs].flatMap((sign, at) => (sign === to[at] ? [] : [at]));
    return { leaves: to, things, signs: things.map((at) => to[at]!), picks: picks[i] ?? [] };
  }),
});
const move = (to: unknown[], component = 0): KnownMove => ({ component, to, label: null }) as unknown as KnownMove;

test('vertices stay where they were when the game began', () => {
  const beginning = [sketch(['1', '2']), sketch(['5', '6', '7'])];
  expect(home(sketch(['2']), beginning, 0)).toBe(beginning[0]);
  // The first component is gone, so the second has moved up.
  expect(home(sketch(['5', '7']), beginning, 0)).toBe(beginning[1]);
  const strange = sketch(['9']);
  expect(home(strange, beginning, 0)).toBe(strange);
});

test('lines between the same points are told apart, and loops are drawn', () => {
  const [a, b, c] = bends(sketch(['1', '2'], [[0, 1], [1, 0], [0, 0]]));
  expect(a).toBe(-b!);
  expect(a).not.toBe(0);
  expect(c).toBe(0);
  expect(trace({ x: 1, y: 1 }, { x: 1, y: 1 }, 0).path).toContain('C');
  expect(trace({ x: 0, y: 0 }, { x: 2, y: 0 }, 0).middle).toEqual({ x: 1, y: 0 });
});

test('numbers are columns, a stone means what is left below it', () => {
  expect(columns([3, 'odd'])).toEqual([3, 'odd']);
  expect(columns('1,7,1')).toEqual([1, 7, 1]);
  expect(columns([1000, 1000])).toBeUndefined();
  expect(columns('abacaba')).toBeUndefined();
  expect(columns(7)).toBeUndefined();
  const moves = [move([[0, 2]]), move([[1, 1]]), move([[0, 1]]), move([]), move([[0, 1]], 1)];
  expect(meant(moves, 0, 2, 1, 1)).toEqual([moves[1], moves[2]]);
  expect(meant(moves, 0, 2, 1, 0)).toEqual([moves[3]]);
});

const all = (drawn: Sketch): Seen[] => seen(drawn, drawn.moves.map((change) => move([change.leaves])), 0);
const on = (signs: string) => (thing: number): string => signs[thing] ?? '';
const clicks = (...things: number[]) => things.map((thing) => ({ thing }));

test('a move is known by what it leaves', () => {
  expect(left(move([]))).toBe('');
  expect(left(move(['ab', 'c']))).toBe('ab & c');
  expect(left(move([{ count: 2, of: 'a' }]))).toBe('a & a');
  expect(seen(row('..', ['##']), [move(['##'], 1)], 0)).toEqual([]);
});

test('a domino is played by its two cells, at once where only one is left', () => {
  const drawn = row('....', ['##..', '.##.', '..##']);
  expect(means(all(drawn), clicks(1), on('....')).certain).toBeUndefined();
  expect(means(all(drawn), clicks(1), on('....')).fitting).toHaveLength(2);
  expect(means(all(drawn), clicks(2, 1), on('....')).certain?.change.leaves).toBe('.##.');
  expect(means(all(drawn), clicks(0), on('....')).certain?.change.leaves).toBe('##..');
});

test('of two pieces that may take each other the one clicked first moves', () => {
  const drawn = row('XO', ['.X', 'O.']);
  expect(means(all(drawn), clicks(0, 1), on('XO')).certain?.change.leaves).toBe('.X');
  expect(means(all(drawn), clicks(1, 0), on('XO')).certain?.change.leaves).toBe('O.');
});

test('where one cell could be all or a part, a second click decides', () => {
  const drawn = row('ooo', ['.oo', '..o', 'o..']);
  const first = means(all(drawn), clicks(0), on('ooo'));
  expect([first.certain, first.ready?.change.leaves]).toEqual([undefined, '.oo']);
  expect(means(all(drawn), clicks(0, 1), on('ooo')).certain?.change.leaves).toBe('..o');
  expect(helped([drawn])).toEqual(['cells', 'again']);
});

test('what the rule names tells a move better than all that it changes', () => {
  const bites = row('oooo', ['o...', 'oo..', 'ooo.'], [[1], [2], [3]]);
  expect(means(all(bites), clicks(1), on('oooo')).certain?.change.leaves).toBe('o...');
  // The corners of a rectangle: the rule names one, the opposite one tells the rest.
  const corners = row('oooo', ['....', '.oo.'], [[3], [3]]);
  expect(means(all(corners), clicks(3), on('oooo')).certain).toBeUndefined();
  expect(means(all(corners), clicks(3, 1), on('oooo')).certain?.change.leaves).toBe('....');
  expect(helped([bites])).toEqual(['one']);
});

test('a stone of a stack says how much stays', () => {
  const stacks: Sketch = { ...row('32', ['22', '12', '41']), tiles: 'stacks' };
  expect(means(all(stacks), [{ thing: 0, sign: '1' }], on('32')).certain?.change.leaves).toBe('12');
  expect(means(all(stacks), [{ thing: 0, sign: '0' }], on('32')).fitting).toEqual([]);
  expect(helped([stacks])).toEqual(['stacks']);
});

test('how a drawing is played follows from its moves', () => {
  expect(helped([row('X.', ['.X'])])).toEqual(['pieces']);
  expect(helped([row('..', ['##'])])).toEqual(['cells']);
  expect(helped([row('..', [])])).toEqual([]);
});

test('a move is told by what it names, or by what becomes of it', () => {
  expect(told(row('....', ['##..', '.##.']), move(['.##.']))).toBe('2 3');
  expect(told(row('..', ['a.', 'b.']), move(['b.']))).toBe('1: .→b');
  expect(told(row('XO', ['.X', 'O.']), move(['O.']))).toBe('2→1');
  expect(told({ ...row('32', ['12']), tiles: 'stacks' }, move(['12']))).toBe('1: 3→1');
  expect(told(row('..', []), move(['##']))).toBeUndefined();
  expect(called(sketch(['5', '7'], [[0, 1]]), 2)).toBe('5-7');
});
