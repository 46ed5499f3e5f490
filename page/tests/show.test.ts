import { describe, expect, test } from 'vitest';

import type { Drawing, KnownMove, Moves, Table } from '../src/engine/types';
import { parse } from '../src/engine/bridge';
import { labelling } from '../src/panels/labelling';
import { best, choose } from '../src/play/choose';
import { rows } from '../src/play/rows';
import { meant, stretches, turn } from '../src/play/stones';
import { fromHash, toHash, type Shared } from '../src/state/address';
import { after, fromBytes, showMove, showValue, splitPosition } from '../src/state/show';
import { bfile, command, csv, fileName, json, latex } from '../src/take/formats';
import { en, fill } from '../src/texts/en';
import { fa } from '../src/texts/fa';
import { vi } from '../src/texts/vi';
import { zh } from '../src/texts/zh';

const to = (component: number, ...parts: number[]): KnownMove => ({
  component,
  to: parts,
  label: null,
  then: { position: parts, outcome: 'N', value: 1, remoteness: null },
});

describe('addresses', () => {
  test('hold everything and give it back', () => {
    const shared: Shared = {
      rules: '(r in 1..N) -> r-1 | r & r # & = ?', lets: { N: '8', a: '[3,1,2]' }, play: 'misere', position: '7 10', view: 'graph', to: '50', plies: [3, 0, 12], first: 1, opponent: 'slipping', hints: false, agreed: true,
      graph: { layers: 'size', opened: [['7', '10'], ['3,4', '10']], step: 4 },
    };
    expect(fromHash(toHash(shared))).toEqual(shared);
  });
  test('of a graph that nobody looked at say nothing', () => {
    expect(fromHash('#rules=nim&step=x')?.graph).toBeUndefined();
  });
  test('have parameters only where a name can be one', () => {
    expect(fromHash('#rules=nim&let=(%3D3&let=N%3D8&let=a%3D1%3D2')?.lets).toEqual({ N: '8', a: '1=2' });
  });
  test('without rules are none', () => expect(fromHash('#answer')).toBeUndefined());
});

describe('positions and moves', () => {
  test('a position may be written with spaces or plus signs', () => {
    expect(splitPosition(' 7  10 + 2,3+1')).toEqual(['7', '10', '2,3', '1']);
  });
  test('a move replaces its component', () => {
    expect(after(['5', '9', '2'], to(1, 3, 4))).toEqual(['5', '3', '4', '2']);
    expect(after(['5'], to(0))).toEqual([]);
    expect(showMove(to(0, 3, 4), 9)).toBe('9 → 3 + 4');
  });
  test('a draw from which no value can be reached is plainly infinite', () => {
    expect([showValue({ inf: [] }), showValue({ inf: [0, 2] }), showValue(3)]).toEqual(['∞', '∞(0,2)', '3']);
  });
  test('bytes of UTF-8 are not characters', () => expect(fromBytes('é->x', 2)).toBe(1));
  test('large whole numbers keep their digits', () => {
    expect(parse('{"value":1000000000000000001}')).toEqual({ value: 1000000000000000001n });
    expect(parse('{"value":12}')).toEqual({ value: 12 });
    const mixed = '{"x":0.12345678901234567,"y":-1.5e-20,"n":-9007199254740993,"t":"12345678901234567"}';
    expect(parse(mixed)).toEqual({ x: 0.12345678901234567, y: -1.5e-20, n: -9007199254740993n, t: '12345678901234567' });
  });
});

describe('stones', () => {
  test('in Nim a stone means itself and all after it', () => {
    const all = stretches([0, 1, 2].map((m) => to(0, m)), 0, 3);
    expect(meant(all, 1, 1).map((t) => t.move.to)).toEqual([[1]]);
  });
  test('in Kayles a drag takes just those stones', () => {
    const all = stretches([to(0, 4), to(0, 3), to(0, 1, 3), to(0, 1, 2), to(0, 2, 2)], 0, 5);
    expect(meant(all, 1, 2).map((t) => t.move.to)).toEqual([[1, 2]]);
    expect(meant(all, 2, 2).map((t) => t.move.to)).toEqual([[2, 2]]);
  });
  test('of a row either end may be taken, and what was clicked goes', () => {
    const moves = [to(0, 4), to(0, 1, 3)];
    const all = stretches(moves, 0, 5, true);
    const lie = (at: number): (number | undefined)[] => {
      const [taken] = meant(all, at, at);
      turn(taken!);
      return rows([5], [taken!.move])![0]!.places;
    };
    expect(lie(0)).toEqual([undefined, 0, 0, 0, 0]);
    expect(lie(4)).toEqual([0, 0, 0, 0, undefined]);
    expect(lie(1)).toEqual([0, undefined, 1, 1, 1]);
    // The part of three is still the second component.
    expect(lie(3)).toEqual([1, 1, 1, undefined, 0]);
  });
  test('a heap that is only split has a cut', () => {
    const all = stretches([to(0, 1, 4), to(0, 2, 3)], 0, 5);
    expect(meant(all, 2, 2).map((t) => t.move.to)).toEqual([[2, 3]]);
  });
});

describe('the opponent', () => {
  const here: Moves = {
    position: [5], outcome: 'N', value: 1, remoteness: 3,
    moves: [
      { component: 0, to: [4], label: null, then: { position: [4], outcome: 'P', value: 0, remoteness: 2 } },
      { component: 0, to: [3], label: null, then: { position: [3], outcome: 'N', value: 3, remoteness: 1 } },
    ],
  };
  test('wins where it can', () => expect(best(here)?.to).toEqual([4]));
  test('holds out where it cannot', () => {
    const lost: Moves = { ...here, outcome: 'P', moves: [to(0, 0), to(0, 2), to(0, 1)] };
    expect(best(lost)?.to).toEqual([2]);
  });
  test('slips when chance says so', () => {
    expect(choose(here, 'slipping', () => 0.2)?.to).toEqual([4]);
    expect(choose(here, 'random', () => 0.9)?.to).toEqual([3]);
    expect(choose(here, 'perfect', () => 0)?.to).toEqual([4]);
  });
});

describe('the labelling', () => {
  test('goes from the ends to what they decide', () => {
    const node = (id: number, outcome: 'N' | 'P' | 'D', remoteness: number | null) =>
      ({ id, label: String(id), outcome, remoteness, rank: remoteness ?? 9 }) as Drawing['nodes'][number];
    const drawing = { measure: 'remoteness', nodes: [node(0, 'P', 0), node(1, 'N', 1), node(2, 'P', 2), node(3, 'D', null)] } as Drawing;
    expect(labelling(drawing, false, false).map((s) => s.kind)).toEqual(['blank', 'end', 'win', 'lose', 'draw']);
    expect(labelling(drawing, true, false)[1]!.kind).toBe('endMisere');
  });
});

describe('what is taken away', () => {
  const flat: Table = { axes: ['n'], rows: [0, 1, 2], columns: [], cells: [[0], [1], [{ inf: [0, 1] }]] };
  const grid: Table = { axes: ['r', 'c'], rows: [1, 2], columns: [1, 2], cells: [[0, 1], [null, 2]] };
  test('a command can be pasted into a shell', () => {
    const asked = { rules: "n -> n-k for k in 1..K # it's", lets: { K: '3' }, play: 'misere' as const, position: ['8', '2,3'] };
    expect(command(asked)).toBe(`grundy solve 'n -> n-k for k in 1..K # it'\\''s' 8 2,3 --let K=3 --misere`);
  });
  test('csv, b-file and LaTeX', () => {
    expect(csv(flat)).toBe('n,value\n0,0\n1,1\n2,"∞(0,1)"\n');
    expect(csv(grid)).toBe('r\\c,1,2\n1,0,1\n2,–,2\n');
    expect(bfile(flat)).toBeUndefined();
    expect(bfile({ ...flat, cells: [[0], [1], [2n ** 60n]] })).toBe('0 0\n1 1\n2 1152921504606846976\n');
    expect(latex(flat)).toContain('$\\infty(0,1)$');
    expect(json({ value: 2n ** 60n, text: '7' })).toBe('{\n  "value": 1152921504606846976,\n  "text": "7"\n}\n');
    expect(bfile(grid)).toBeUndefined();
    expect(latex(grid)).toContain('1 & 0 & 1 \\\\');
  });
});

describe('texts', () => {
  const holes = (value: unknown): string[] =>
    typeof value === 'string' ? [(value.match(/\{\w+\}/g) ?? []).sort().join()] : Object.values(value as object).flatMap(holes);
  test.each([['vi', vi], ['zh', zh], ['fa', fa]] as const)('%s has the same places to fill as English', (_, texts) => {
    expect(holes({ ...texts, spoken: '' })).toEqual(holes({ ...en, spoken: '' }));
    expect(holes(texts.spoken)).toEqual(holes(vi.spoken));
  });
  test('places are filled', () => expect(fill('{a} and {b} {c}', { a: 1, b: 'x' })).toBe('1 and x {c}'));
});

test('files of different views and rules have different, telling names', () => {
  const asked = { rules: 'kayles', lets: {}, play: null, position: ['9', '3'] };
  expect(fileName(asked, 'table', 'csv')).toBe('kayles-table.csv');
  expect(fileName(asked, 'graph', 'svg')).toBe('kayles-9-3-graph.svg');
  expect(fileName({ ...asked, play: 'misere' }, 'plot', 'svg')).toBe('kayles-misere-plot.svg');
  expect(fileName({ rules: '(r in 1..N) -> r-2', lets: { N: '8' }, play: null, position: ['5'] }, 'answer', 'json')).toBe('r-in-1-N-r-2-N8-5-answer.json');
  expect(fileName({ ...asked, rules: '../../etc', position: [] }, 'graph', 'dot')).toBe('etc-graph.dot');
  expect(fileName({ ...asked, rules: '->' }, 'table', 'tex')).toBe('game-table.tex');
});
