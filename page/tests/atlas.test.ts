// The atlas on the page says of a code what the engine says.

import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { byCode, byValues, FAMILIES, values } from '../src/atlas/families';
import { bridge, parse } from '../src/engine/bridge';
import type { Answers } from '../src/engine/types';

const ask = bridge(new WebAssembly.Module(readFileSync(new URL('../src/engine/numbers.wasm', import.meta.url))));
const table = (rules: string, to: number): number[] => (parse(ask(JSON.stringify({ verb: 'table', rules, to: [to] }))) as Answers['table']).cells.map(([cell]) => Number(cell));

test('all families are read', () => {
  const codes = FAMILIES.flatMap(({ code, members }) => [code, ...members.map((one) => one.code)]);
  // 0.0 stands for the codes of zeros; every other one is written once, without zeros at its end.
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.length).toBe(4096);
  const proved = readFileSync(new URL('../../atlas/octal-4.csv', import.meta.url), 'utf8').match(/,proved,/g)!;
  expect(proved.length).toBeGreaterThan(280);
  expect(FAMILIES.filter(({ verdict }) => verdict === 'proved')).toHaveLength(proved.length);
  expect(FAMILIES.every(({ verdict, period }) => (verdict === 'proved') === (period !== null))).toBe(true);
});

test('values by the definition are those of the engine', () => {
  for (const { code } of FAMILIES.filter((_, i) => i % 9 === 0)) expect(values(code, 60), code).toEqual(table(code, 59));
});

test('a code of a family has its values at the heaps that the table says', () => {
  for (const { code, members } of FAMILIES) {
    const own = values(code, 80);
    for (const other of members.filter((_, i) => i % 5 === 0)) {
      const shifted = values(other.code, 60).map((_, n) => (n + other.ahead < 0 ? 0 : own[n + other.ahead]!));
      expect(values(other.code, 60), `${other.code} of ${code}`).toEqual(shifted);
    }
  }
});

test('a code is found in its family, and a sequence by its first values', () => {
  expect(byCode('0.137')).toMatchObject({ family: { code: '0.4', period: 34, preperiod: 54 }, ahead: 2 });
  expect(byCode('.770')?.family).toMatchObject({ code: '0.77', period: 12, preperiod: 71 });
  expect(byCode('0.99')).toBeUndefined();
  const kayles = byValues(table('kayles', 47));
  expect(kayles[0]).toMatchObject({ family: { code: '0.77' }, ahead: 0 });
  // Crosses on a strip, a rule of its own, begins like Dawson's chess.
  expect(byValues(table('crosses', 47))[0]).toMatchObject({ family: { code: '0.4' }, ahead: 2 });
  expect(byValues([0, 5])).toEqual([]);
});
