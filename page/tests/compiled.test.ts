// Rules that are compiled beside the engine have the answers of interpreted ones.

import { readFileSync } from 'node:fs';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { bridge, parse, type Ask } from '../src/engine/bridge';
import type { Entry } from '../src/engine/types';

const { Module, Instance } = WebAssembly;
const load = (name: string) => new Module(readFileSync(new URL(`../src/engine/${name}.wasm`, import.meta.url)));
const [numbers, whole] = [load('numbers'), load('grundy')];

/** How many rules were instantiated, and the table of the engine that was started last. */
let rules = 0;
let table: WebAssembly.Table;
/** Whether the engine compiles whatever it can, and whether the browser lets it. */
let [eager, refused] = [false, false];

beforeEach(() => {
  [rules, eager, refused] = [0, false, false];
  WebAssembly.Module = class extends Module {
    constructor(bytes: BufferSource) {
      if (refused) throw new WebAssembly.CompileError('refused by the content security policy');
      super(bytes);
    }
  };
  WebAssembly.Instance = class extends Instance {
    constructor(module: WebAssembly.Module, imports?: WebAssembly.Imports) {
      super(module, imports);
      const { rule, compile_all: compileAll, __indirect_function_table: functions } = this.exports;
      if (rule) rules += 1;
      if (functions) table = functions as WebAssembly.Table;
      if (eager && compileAll) (compileAll as () => void)();
    }
  };
});
afterEach(() => {
  Object.assign(WebAssembly, { Module, Instance });
  vi.restoreAllMocks();
});

/** The same question to an engine that compiles and to one that may not. */
function compare(question: object): void {
  const text = JSON.stringify({ max_positions: 200_000, ...question });
  refused = false;
  const compiled = bridge(whole)(text);
  refused = true;
  expect(compiled, text).toBe(bridge(whole)(text));
}

/** A machine may be busy with other things. */
const PATIENT = 120_000;

const LINES = '(x,y) -> (x-k,y) for k in 1..x | (x,y-k) for k in 1..y | (x-k,y-k) for k in 1..min(x,y) if k%2 == 1';

test('a large rule is compiled, and one that the browser refuses to compile is interpreted', () => {
  compare({ verb: 'solve', rules: LINES, position: ['90,90'] });
  expect(rules).toBeGreaterThan(0);
}, PATIENT);

test('every shape of rule has the same answers, and the same failures', () => {
  eager = true;
  for (const [rule, position, lets] of [
    ['n -> n-k for k in 1..isqrt(n) if (n-k)%3 != 1', '3000'],
    ['n -> a & n-a for a in 1..n/2 if (a+n)%3 != 0', '300'],
    ['n -> n-d for d in divisors(n) if d < n and d%4 != 3', '2000'],
    ['(x,y) -> (x-1,y) | (x,y-1) | (x-2,y-1) if x%2 == 0 | (x-1,y-2) if y%3 == 0', '60,60'],
    ['(a, b in 0..a, c in 0..b) -> (i, min(b,i), min(c,i)) for i in 1..a-1 | (a, i, min(c,i)) for i in 0..b-1 | (a, b, i) for i in 0..c-1', '20,20,20'],
    ['(a,b,c,d) -> (a-1,b,c,d) | (a,b-1,c,d) | (a,b,c-1,d) | (a,b,c,d-1) | (a-1,b-1,c-1,d-1)', '8,8,8,8'],
    ['(l,r) -> left: (l+1,r) gain (l*7919)%1009 if l < r | right: (l,r-1) gain ((r-1)*7919)%1009 if l < r', '0,100'],
    ['(n, last in 0..M) -> (n-k, k) for k in 1..min(n,M) if gcd(k,last) == 1', '500,1', { M: '9' }],
    ['(n, mine in 0..6, theirs in 0..6) -> (n-k, theirs, (mine+k)%7) for k in 1..min(n,5) end win if mine < theirs', '300,0,0'],
    ['(x in 0..N-1, y in 0..N-1) -> (x+2,y-1) | (x-1,y-2) | (x+1,y-3) if (x+y)%3 == 0 | (x-3,y+1)', '30,59', { N: '60' }],
    ['(a,b) -> (a/2,b) if a > 0 | (a/3,b+1) if a > 0 | (a,b-1) if b > 0 | (a-1,b) if a%5 == 1', '1000000,3'],
    ['n -> n-k for k in 1..n if n*n*n*n*n*n*n*n*n*n*n > k', '900'],
    ['n -> n-k for k in 1..9 if n/(n-40) != 3', '100'],
    ['n -> n-k*m for k in 1..n for m in 1..n for j in 1..n', '300'],
  ] as const) {
    for (const verb of ['solve', 'moves', 'table']) compare({ verb, rules: rule, position: [position], ...(lets && { lets }) });
  }
  expect(rules).toBeGreaterThan(12);
}, PATIENT);

test('the games of numbers of the catalogue have the same answers', () => {
  eager = true;
  const { games } = parse(bridge(whole)('{"verb":"games"}')) as { games: Entry[] };
  expect(games.length).toBeGreaterThan(40);
  for (const { name, start } of games) {
    if (bridge(numbers)(JSON.stringify({ verb: 'read', rules: name })) === '{"elsewhere":true}') continue;
    compare({ verb: 'solve', rules: name, position: start, max_positions: 5000 });
  }
  expect(rules).toBeGreaterThan(10);
}, PATIENT);

test('rules that nobody asks about any longer are taken out of the table', () => {
  eager = true;
  const ask: Ask = bridge(whole);
  const before = table.length;
  for (let c = 1; c <= 60; c += 1) {
    ask(JSON.stringify({ verb: 'solve', rules: `(x,y) -> (x-k,y) for k in 1..x if k%${c + 1} != 1 | (x,y-k) for k in 1..min(y,${c})`, position: ['9,9'] }));
  }
  expect(rules).toBeGreaterThanOrEqual(60);
  expect(table.length - before).toBeLessThan(30);
}, PATIENT);

test('the engine of numbers leaves what is worth compiling and takes long to the whole one', () => {
  const solve = (position: string) => JSON.stringify({ verb: 'solve', rules: LINES, position: [position] });
  const clock = vi.spyOn(performance, 'now');
  let now = 0;
  clock.mockImplementation(() => (now += 10_000));
  expect(bridge(numbers)(solve('120,120'))).toBe('{"elsewhere":true}');
  expect(parse(bridge(numbers)(solve('9,9')))).toHaveProperty('outcome');
  clock.mockImplementation(() => 0);
  expect(bridge(numbers)(solve('90,90'))).toBe(bridge(whole)(solve('90,90')));
}, PATIENT);
