// Reasons in other languages: every sentence that the engine gives about the catalogue, the boards and their misère forms has one.

import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { bridge } from '../src/engine/bridge';
import type { Answers, Report } from '../src/engine/types';
import { en } from '../src/texts/en';
import { fa } from '../src/texts/fa';
import { say } from '../src/texts/sentences';
import { vi } from '../src/texts/vi';
import { zh } from '../src/texts/zh';

const ask = bridge(new WebAssembly.Module(readFileSync(new URL('../src/engine/grundy.wasm', import.meta.url))));
const answer = (question: object): unknown => JSON.parse(ask(JSON.stringify({ max_positions: 20_000, ...question })));

/** A game that is decided by a theorem of its own, or has its own ending, says so in its own words. */
const OWN = /and here the mover|theorem|decide|impartial game|sees|wins exactly|lost exactly|loses exactly|can make three/;

test('the reasons of the catalogue and the boards are said in every language', () => {
  const { games, boards } = answer({ verb: 'games' }) as Answers['games'];
  const said = new Set<string>();
  for (const { name, start } of [...games, ...boards.map(({ name, start }) => ({ name, start: [start] }))]) {
    for (const play of [null, 'misere']) {
      const report = answer({ verb: 'solve', rules: name, position: start, play }) as Report | { error: unknown };
      if ('reason' in report) report.reason.words.forEach((sentence) => said.add(sentence));
    }
  }
  expect(said.size).toBeGreaterThan(60);
  for (const language of [fa, vi, zh]) {
    const left = [...said].filter((sentence) => !say(sentence, language).translated && !OWN.test(sentence));
    expect(left).toEqual([]);
  }
}, 120_000);

test('figures and moves come along, and English stays as it is', () => {
  const sentence = 'from 9 to 0 + 6 wins';
  expect(say(sentence, en)).toEqual({ text: sentence, translated: false });
  expect(say(sentence, zh).text).toBe('\u20669 → 0 + 6\u2069 获胜。');
  expect(say('no move wins; down: component 1 from 7 to nothing is as good as any', vi).text).toContain('thành phần 1: \u2066down: 7 → ∅\u2069');
  expect(say('the value is ∞(): nobody can force the end, so the play goes on for ever', en).text).toContain('is ∞:');
  expect(say('the value is ∞(1,3): one may go on for ever, but also move to 0 and win', fa).text).toContain('∞(1,3)');
});
