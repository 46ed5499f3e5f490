// Games on graphs and positions of several numbers: what is drawn where, and what a click means.

import { expect, test } from 'vitest';

import type { KnownMove, Sketch } from '../src/engine/types';
import { columns, meant } from '../src/play/columns';
import { bends, home, trace } from '../src/play/sketch';

const point = (id: string, x = 0) => ({ id, x, y: 0, ground: false, leaves: null });
const sketch = (ids: string[], ends: [number, number][] = []): Sketch => ({
  points: ids.map((id, i) => point(id, i)),
  lines: ends.map((pair) => ({ ends: pair, leaves: '' })),
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
