// The words of the page: numbers and their forms, and what of the engine's readings other languages say.

import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { bridge } from '../src/engine/bridge';
import type { Answers, Reading } from '../src/engine/types';
import { en, fill } from '../src/texts/en';
import { fa } from '../src/texts/fa';
import { text as gamesFa } from '../src/texts/games.fa';
import { noFormat, noTable } from '../src/texts/missing';
import { read } from '../src/texts/readings';
import { vi } from '../src/texts/vi';
import { zh } from '../src/texts/zh';

const ask = bridge(new WebAssembly.Module(readFileSync(new URL('../src/engine/grundy.wasm', import.meta.url))));
const answer = (question: object): unknown => JSON.parse(ask(JSON.stringify({ max_positions: 20_000, ...question })));

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

test('every rule of the catalogue is read back in every language', () => {
  const games = (answer({ verb: 'games' }) as Answers['games']).games;
  const more = ['n -> n-k for k in primes(n)', 'n -> a for a in divisors(n) if a < n', 'n -> k * (n/k) for k in 2..n', 'n -> a & b & n-a-b for a in 1..n for b in 1..n-a', 'n -> n-p for p in powers(3, n)'];
  const said = new Set<string>();
  for (const [rules, position] of [...games.map(({ name, start }) => [name, start] as const), ...more.map((rules) => [rules, []] as const)]) {
    for (const play of [null, 'misere']) {
      const reading = answer({ verb: 'read', rules, position, play }) as Reading | { error: unknown };
      if ('words' in reading && !reading.board) reading.words.forEach((sentence) => said.add(sentence));
    }
  }
  expect(said.size).toBeGreaterThan(150);
  for (const language of [fa, vi, zh]) expect([...said].filter((sentence) => !read(sentence, language).translated)).toEqual([]);
  for (const sentence of said) expect(read(sentence, en)).toEqual({ text: sentence, translated: false });
});

test('a reading keeps its formulas', () => {
  const plain = (text: string): string => read(text, zh).text.replace(/[\u2066\u2069]/g, '');
  expect(plain('a position has 2 coordinates: n (0 or more), last (in {none,mixed})')).toBe('局面有 2 个坐标：n (0 或更大), last (取自 {none,mixed})');
  expect(plain('left: from (l,r) to (l+1, r), if l < r, earning a[l]')).toBe('left: 从 (l,r) 到 (l+1, r)，条件是 l < r，得 a[l] 分');
  expect(plain('from n to a and n-k-a, both in play, for each k in {1,2}, for each a from 1 to (n-k)/2')).toBe('从 n 到 a + n-k-a，两者都继续，k 取自 {1,2}，a 从 1 到 (n-k)/2');
  expect(read('something else', zh)).toEqual({ text: 'something else', translated: false });
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
