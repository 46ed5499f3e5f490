// A game that is opened from the gallery has an answer in every view.

import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { bridge, parse } from '../src/engine/bridge';
import type { Answers, Drawing, Failure, Question, Reading, Verb } from '../src/engine/types';
import { gallery } from '../src/state/gallery';
import { games as tell } from '../src/texts/games';
import { cellText, partOfGraph, tableOf, usual, wholeGraph, WIDTH } from '../src/state/questions';

const ask = bridge(new WebAssembly.Module(readFileSync(new URL('../src/engine/grundy.wasm', import.meta.url))));
/** What the page allows itself; see client.ts. */
const LIMITS = { max_positions: 4_000_000, max_bytes: 1 << 30 };

function answer<V extends Verb>(question: Question & { verb: V }): Answers[V] & { error?: Failure } {
  return parse(ask(JSON.stringify({ ...LIMITS, ...question }))) as Answers[V] & { error?: Failure };
}

const games = gallery(answer({ verb: 'games' }));

test('the gallery has the whole catalogue and the boards, each once', () => {
  expect(games.length).toBeGreaterThan(95);
  expect(new Set(games.map((entry) => entry.name)).size).toBe(games.length);
});

test.each(['vi', 'zh', 'fa'] as const)('every game has a title and a line in %s', async (language) => {
  const told = await tell(language);
  expect([...told.keys()].sort()).toEqual(games.map((entry) => entry.name).sort());
  for (const [name, { title, line }] of told) expect(title && line, name).toBeTruthy();
});

test.each(games.map(({ name, start }) => [name, start] as const))('%s opens in every view', { timeout: 60_000 }, (rules, position) => {
  const about = <V extends Verb>(verb: V) => ({ verb, rules, lets: {}, play: null, position });
  const reading: Reading & { error?: Failure } = answer(about('read'));
  expect(reading.error).toBeUndefined();
  expect(answer(about('solve')).error).toBeUndefined();
  expect(answer(about('moves')).error).toBeUndefined();
  if (reading.table) {
    const table = answer(tableOf(about('table'), usual(reading, undefined, position)));
    expect(table.error).toBeUndefined();
    // A click on a cell leads to it; the smallest ones may be too small for the game that the rules stand for.
    const row = table.cells.findLastIndex((cells) => cells.some((cell) => cell !== null));
    const column = table.cells[row]!.findLastIndex((cell) => cell !== null);
    const place = cellText(reading.table, table.rows[row]!, table.columns[column]);
    expect(answer({ ...about('solve'), position: [place] }).error).toBeUndefined();
  }
  const whole = answer(wholeGraph(about('layout'), 'remoteness'));
  if (whole.error) {
    expect(whole.error.kind).toBe('limit');
    const part: Drawing & { error?: Failure } = answer(partOfGraph(about('layout'), [position]));
    expect(part.error).toBeUndefined();
    expect(part.nodes.length).toBeLessThanOrEqual(WIDTH + 1);
  }
});
