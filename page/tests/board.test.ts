// Only a game whose every move fits a board of squares is drawn as one.

import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { bridge, parse } from '../src/engine/bridge';
import type { Moves, Reading } from '../src/engine/types';
import { boarded } from '../src/play/board';

const ask = bridge(new WebAssembly.Module(readFileSync(new URL('../src/engine/grundy.wasm', import.meta.url))));
const answer = (question: object): unknown => parse(ask(JSON.stringify(question)));

test.each([
  ['wythoff', '7,11', true],
  ['knight', '5,3', true],
  ['wythoff', '30,31', false],
  ['fibonacci-nim', '20,19', false],
  ['fibonacci-nim', '5,4', false],
  ['turning-corners', '3,4', false],
  ['nim', '7', false],
  ['moore', '3,4,5', false],
] as const)('%s %s', (rules, place, wanted) => {
  const reading = answer({ verb: 'read', rules }) as Reading;
  const moves = answer({ verb: 'moves', rules, position: [place] }) as Moves;
  expect(boarded(reading, moves)).toBe(wanted);
});
