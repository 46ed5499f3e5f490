import { expect, test } from 'vitest';
import { nearest } from '../src/play/arrows';

test('the focus goes to the nearest piece ahead', () => {
  const places = [[0, 0], [10, 0], [20, 0], [2, 10], [40, 10]] as const;
  const from = (at: number, x: number, y: number): number | undefined => nearest(places[at]!, [...places], [x, y]);
  expect(from(0, 1, 0)).toBe(1);
  expect(from(1, 1, 0)).toBe(2);
  expect(from(2, -1, 0)).toBe(1);
  expect(from(0, 0, 1)).toBe(3);
  expect(from(3, 0, -1)).toBe(0);
  expect(from(0, -1, 0)).toBeUndefined();
});
