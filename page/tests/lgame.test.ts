// Why an L cannot be put somewhere.

import { expect, test } from 'vitest';

import { cells, where, wrong } from '../src/play/lgame';

const board = cells('nMM./.OM./.OM./.OOn');

test('an L that stays where it is must move; anything else is no L', () => {
  expect(wrong(board, where(board, 'M'))).toBe('same');
  for (const on of [[3, 4, 7, 8], [2, 3, 6, 7], [3, 7, 11, 14], [0, 3, 7, 11], [1, 2, 3, 6]]) expect(wrong(board, on), String(on)).toBe('shape');
});
