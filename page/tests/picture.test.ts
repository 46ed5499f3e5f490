// A rule as a drawing, from its text and back.

import { expect, test } from 'vitest';

import { PARTS } from '../src/editor/highlight';
import { cells, fresh, letters, read, resized, write } from '../src/editor/picture';

test('a drawn rule comes back as it was written', () => {
  for (const rule of [
    'grid: ".." -> "##"', 'strip: "o" -> "." | "oo" -> ".."', 'grid: "../.?" -> "##/#?"', 'strip as drawn: ".+X" -> "X.+"',
    'word: "aa" -> "" | "bbb" -> "b"', 'hex: "X." -> ".X"', 'grid: "." -> "X" over if "XXX" or "X??/?X?/??X" play misere', 'strip: "[.~]oo[.~]" -> "?..?"', 'ring: "[^X]X" -> "?."',
  ]) expect(write(read(rule)!)).toBe(rule);
});

test('what cannot be drawn is left alone', () => {
  for (const rule of [
    'nim', 'n -> n-1', 'S on grid -> S - ball(p) for p in S', 'word: "{x}{y}{x}" -> "{x}" & "{y}" for x in letters', 'grid: "..', 'grid: ".." -> "#"',
    'strip: "../.." -> "##/##"', 'grid: ".." -> "##" if 1 > 0', 'grid: "down": ".." -> "##"', 'grid: "........." -> "#########"', 'grid: "./.." -> "#/##"', '',
  ]) expect(read(rule), rule).toBeUndefined();
});

test('cells are letters, classes and runs', () => {
  expect(cells('a[XO].+{x}')).toEqual([['a', '[XO]', '.+', '{x}']]);
  expect(cells('')).toEqual([[]]);
  expect(cells('a b')).toBeUndefined();
  expect(letters(fresh())).toEqual(['.', '#']);
  expect(resized([['a']], 2, 2, '.')).toEqual([['a', '.'], ['.', '.']]);
});

test('what stands between quotes is a picture and no comment', () => {
  const parts = (text: string): string[] => text.match(PARTS) ?? [];
  expect(parts('grid: ".." -> "##" # Cram')).toEqual(['grid', '".."', '->', '"##"', '# Cram']);
  expect(parts('n -> n-1 # "take" one')).toEqual(['n', '->', 'n', '1', '# "take" one'].slice(0, 4).concat('# "take" one'));
});
