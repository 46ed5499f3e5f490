// What the engine says, in other languages: a sample of everything, which the engine's own tests keep up to date.

import { expect, test } from 'vitest';

import type { Keyed } from '../src/engine/keys';
import type { Considered, Failure, PlanReport, RuleSentence } from '../src/engine/types';
import { en } from '../src/texts/en';
import { fa } from '../src/texts/fa';
import { fault, isolate, nextStep, optionValues, plan, proof, reading, reason, said, thought } from '../src/texts/said';
import { vi } from '../src/texts/vi';
import { zh } from '../src/texts/zh';
import samples from './samples.json';

const plain = (text: string): string => text.replace(/[\u2066\u2069]/g, '');
type Data = Keyed & Record<string, unknown>;
const failure = (data: { fault?: Data; next?: Data }): Failure => ({ kind: 'limit', message: 'in English', ...data }) as Failure;
/** Places that nothing was filled in, and parts that are no text. */
const LEFT = /\{\w+\}|undefined|\[object/;

const SENTENCES = ['sentences', 'fits', 'misfits', 'reaches', 'faults', 'pieces', 'readings', 'sets', 'targets', 'clauses', 'warnings', 'values'] as const;
const NAMES = ['theorems', 'engines', 'shapes', 'proofs'] as const;

test.each([['fa', fa], ['vi', vi], ['zh', zh]])('everything that the engine says has words in %s', (_, language) => {
  for (const group of SENTENCES) {
    for (const { data, english } of samples[group]) {
      const told = said(group, data, english, language);
      expect(told.translated, `${group}: ${data.key}`).toBe(true);
      expect(told.text, `${group}: ${data.key}`).not.toMatch(LEFT);
    }
  }
  for (const group of NAMES) {
    for (const { data } of samples[group]) expect((language.spoken![group] as Record<string, string>)[data], `${group}: ${data}`).toBeTruthy();
  }
});

test.each([['en', en], ['fa', fa], ['vi', vi], ['zh', zh]])('every next step is worded for the page in %s', (_, language) => {
  for (const { data } of samples.steps) {
    expect(language.nextSteps, data.key).toHaveProperty(data.key);
    const text = nextStep(failure({ next: data }), language)?.text ?? '';
    expect(text, data.key).not.toMatch(LEFT);
    expect(text, data.key).not.toMatch(/--\w|`grundy /);
  }
});

test('English is what the engine says', () => {
  for (const group of SENTENCES) for (const { data, english } of samples[group]) expect(said(group, data, english, en)).toEqual({ text: english, translated: false });
  expect(reason(undefined, 'the value is ∞(): nobody', en).text).toBe('the value is ∞: nobody');
});

test('figures and moves come along, and components count from 1', () => {
  const to = [0, 6];
  expect(reason({ key: 'wins', from: 9, to }, '', zh).text).toBe('\u20669 → 0 + 6\u2069 获胜。');
  expect(reason({ key: 'as_good', label: 'down', component: 0, from: 7, to: [] }, '', vi).text).toContain('thành phần 1: \u2066down: 7 → ∅\u2069');
  expect(reason({ key: 'loopy_both', value: { inf: [1, 3] } }, '', fa).text).toContain('∞(1,3)');
  expect(reason({ key: 'followed_won', moves: null }, '', vi).text).not.toContain('(');
  expect(reason({ key: 'followed_won', moves: 3 }, '', vi).text).toContain('(số nước: 3)');
});

test('readings keep their formulas', () => {
  const told = (data: Data): string => plain(reading(data as RuleSentence, '', zh).text);
  const last = { name: 'last', set: { key: 'members', set: '{none,mixed}' } };
  expect(told({ key: 'coordinates', coordinates: [{ name: 'n', set: { key: 'or_more' } }, last] })).toBe('局面有 2 个坐标：n (0 或更大), last (取自 {none,mixed})');
  const left = { label: 'left', from: '(l,r)', to: { key: 'one', place: '(l+1, r)' }, clauses: [{ key: 'if', condition: 'l < r' }], gain: 'a[l]' };
  expect(told({ key: 'move', ...left })).toBe('left: 从 (l,r) 到 (l+1, r)，条件是 l < r，得 a[l] 分');
  const clauses = [{ key: 'each', name: 'k', set: { key: 'members', set: '{1,2}' } }, { key: 'each', name: 'a', set: { key: 'range', low: '1', high: '(n-k)/2' } }];
  expect(told({ key: 'move', from: 'n', to: { key: 'both', places: ['a', 'n-k-a'] }, clauses })).toBe('从 n 到 a + n-k-a，两者都继续，k 取自 {1,2}，a 从 1 到 (n-k)/2');
});

test('plans and thoughts are told in the reader\'s language', () => {
  const told: PlanReport = { engine: 'table of a set', why: 'English', key: 'table_of_set', because: { key: 'known_set', set: { powers: 3 } } };
  expect(plan(told, zh)).toEqual({ text: '集合的表: 可取的数目是3 的幂', translated: true });
  expect(plan(told, en)).toEqual({ text: 'table of a set: English', translated: false });
  const no: Considered = { shape: 'Nim heap', matched: false, why: 'English', key: 'nim_heap', because: { key: 'too_many_amounts', most: 6 } };
  expect(thought(no, vi)).toEqual({ shape: 'đống Nim', why: 'có hơn 6 số lượng', reach: undefined, translated: true });
  expect(proof({ theorem: 'closed form', proved_by: 'closed-form' } as Parameters<typeof proof>[0], vi)).toBe('công thức đóng');
  expect(optionValues({ key: 'all_below', below: 40 }, '', fa)).toBe('0, 1, …, 39');
});

test('failures say what went wrong; a text stays English, and so does what is about one', () => {
  const memory = { key: 'too_much_memory', needed: 3 * 2 ** 30, limit: 1000 };
  expect(plain(fault(failure({ fault: memory }), zh).text)).toBe('这大约需要 3.0 GiB 内存，上限是 1000 B');
  const wanted = [{ key: 'token', text: '|' }, { key: 'token', text: 'for' }, { key: 'end_of_rule' }];
  expect(plain(fault(failure({ fault: { key: 'expected', wanted, found: { key: 'end_of_text' } } }), vi).text)).toBe('cần |, for hoặc hết luật, nhưng gặp hết văn bản');
  expect(fault(failure({ fault: { key: 'text', text: 'in English' } }), fa)).toEqual({ text: 'in English', translated: false });
  expect(fault(failure({ fault: { key: 'sum_too_large', fault: { key: 'text', text: 'x' } } }), fa).translated).toBe(false);
  expect(fault(failure({}), fa)).toEqual({ text: 'in English', translated: false });
  expect(nextStep(failure({ next: { key: 'raise_positions' } }), en)).toBeUndefined();
  const meant = failure({ next: { key: 'did_you_mean', word: 'for' } });
  expect(nextStep(meant, en)?.text).toBe('did you mean `for`?');
  expect(nextStep(meant, zh)?.text).toBe(`是否想写 ${isolate('for')}？`);
  expect(nextStep(failure({}), en)).toBeUndefined();
});
