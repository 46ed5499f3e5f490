// The engine of numbers answers as the whole one does, or says that the whole one has to.

import { readFileSync } from 'node:fs';

import { beforeEach, expect, test, vi } from 'vitest';

import { bridge } from '../src/engine/bridge';

const load = (name: string) => bridge(new WebAssembly.Module(readFileSync(new URL(`../src/engine/${name}.wasm`, import.meta.url))));
const [numbers, whole] = [load('numbers'), load('grundy')];
// Nothing takes long, however busy the machine is.
beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(0));

const ELSEWHERE = '{"elsewhere":true}';

test('games of numbers have the same answers', () => {
  for (const [rules, position] of [['nim', ['7', '10', '12', '5']], ['kayles', ['9', '4']], ['wythoff', ['3,5']], ['take 1..3', ['21']], ['0.137', ['14']], ['n -> n-k fro k in 1..3', ['3']], ['ends', ['0,4']], ['two-down-one-up', ['7']]] as const) {
    for (const verb of ['read', 'solve', 'moves', 'table', 'period']) {
      const question = JSON.stringify({ verb, rules, position });
      expect(numbers(question), question).toBe(whole(question));
    }
  }
});

test('what needs boards, a product, a drawing, or is taken home, is asked elsewhere', () => {
  for (const question of [{ verb: 'games' }, { verb: 'svg', rules: 'nim' }, { verb: 'layout', rules: 'nim', position: ['3'] }, { verb: 'cost', rules: 'nim' }, { verb: 'read', rules: 'product nim nim' }, { verb: 'code', rules: 'nim' }, { verb: 'solve', rules: 'cram' }, { verb: 'read', rules: 'kaylse' }, { verb: 'read', rules: 'grid: ".." -> "##"' }, { verb: 'read', rules: 'S on graph -> S - ball(v) for v in S' }, { verb: 'read', rules: 'palindrome cuts' }]) {
    expect(numbers(JSON.stringify(question)), JSON.stringify(question)).toBe(ELSEWHERE);
    expect(whole(JSON.stringify(question))).not.toBe(ELSEWHERE);
  }
});
