// The words of the page: numbers and their forms.

import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import type { Reading } from '../src/engine/types';
import { en, fill } from '../src/texts/en';
import { fa } from '../src/texts/fa';
import { text as gamesFa } from '../src/texts/games.fa';
import { noFormat, noTable } from '../src/texts/missing';

test('a text takes the form that goes with its number', () => {
  expect(fill(en.found, { n: 1 })).toBe('1 game');
  expect(fill(en.found, { n: 0 })).toBe('0 games');
  expect(fill(en.found, { n: 21 })).toBe('21 games');
  expect(fill(en.graphText, { n: 1, m: 2, list: '0' })).toBe('1 position, 2 moves. P-positions: 0.');
  expect(fill('{a} {b}', { a: 1 })).toBe('1 {b}');
});

test('no count in English forgets its form for one', () => {
  const texts = (value: unknown): string[] => (typeof value === 'string' ? [value] : Object.values((value ?? {}) as object).flatMap(texts));
  const counted = /\{\w+\} (games|heaps|positions|moves|stones|steps|points)\b/;
  expect(texts(en).filter((text) => counted.test(text))).toEqual([]);
});

test('digits are the same in every language, as rules and values are written with them', () => {
  expect(JSON.stringify(fa) + gamesFa).not.toMatch(/[۰-۹٠-٩]/);
});

test('a format that is not for a game says why', () => {
  const game = (table: number[] | null, axes: number, board = false): Reading =>
    ({ table: table && { to: table, whole: false, cell: '' }, axes: Array<object>(axes).fill({}), board }) as Reading;
  const without = (reading: Reading | undefined): string[] => Object.keys(en.formats).filter((format) => noFormat(format as keyof typeof en.formats, reading, en));
  expect(without(undefined)).toEqual([]);
  expect(without(game([50], 1))).toEqual([]);
  expect(without(game([8, 8], 2))).toEqual(['bfile']);
  expect(without(game(null, 3))).toEqual(['csv', 'bfile', 'latex', 'plotSvg', 'plotPng']);
  expect(noTable(game(null, 3), en)).toContain('a position has 3 coordinates');
  expect(noTable(game(null, 1, true), en)).toBe(en.noTableBoard);
  expect(noTable(game([50], 1), en)).toBeUndefined();
});

/** Words that stand for a notion which has another word, or that say something else. */
const STRAY: Record<string, string[]> = {
  vi: ['Người chơi đến lượt', 'trò octal', 'ăn cắp chiến lược', 'giá trị Sprague'],
  zh: ['和局', '反常', '尼姆', '轮到的玩家', '无法读取'],
  fa: ['قاعده', 'هشت‌تایی', 'صادر کردن'],
};
test.each(Object.entries(STRAY))('one notion has one word in %s', (language, stray) => {
  for (const file of ['src/texts/LL.ts', 'src/texts/spoken.LL.ts', 'src/texts/games.LL.ts', 'src/lessons/texts/LL.ts']) {
    const text = readFileSync(file.replace('LL', language), 'utf8');
    expect(stray.filter((word) => text.includes(word)), file).toEqual([]);
  }
});
