// A drawn graph becomes rules, a position and a list of edges, and comes back.

import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { board, signs, sized, text } from '../src/editor/cells';
import { edges, first, freeName, fromEdges, laid, PLAYED, read, toggled, walk, without, write, type Network, type Played } from '../src/editor/network';
import { bridge } from '../src/engine/bridge';

const engine = bridge(new WebAssembly.Module(readFileSync(new URL('../src/engine/grundy.wasm', import.meta.url))));
const ask = (question: object) => JSON.parse(engine(JSON.stringify(question)));
const none: Network = { vertices: [], lines: [], start: [] };
const from = (list: string, played: Played): Network => fromEdges(list, played, none)!;

test('a game of moves comes back from its rules as it was drawn', () => {
  const drawn = first();
  const made = write(drawn, 'moves')!;
  expect(made.rules).toBe('(at in {a,b,c,d}) -> to for to in {a} if at == b | to for to in {a,b} if at == c | to for to in {c,b} if at == d\n# drawn a 50 86, b 28 50, c 72 50, d 50 14');
  expect(made.position).toEqual(['d']);
  const back = read(made.rules, made.position)!;
  expect(back.played).toBe('moves');
  expect({ ...back.network, lines: [...back.network.lines].sort() }).toEqual({ ...drawn, lines: [...drawn.lines].sort() });
  // What the engine writes out is read as well; it has lost the places.
  expect(walk(ask({ verb: 'read', ...made, position: [] }).rules)?.lines).toHaveLength(5);
});

test('the engine answers what was drawn, as by hand', () => {
  const solved = (network: Network, played: Played) => ask({ verb: 'solve', ...write(network, played)! });
  // a 0, b 1, c 2, d has b and c: 0.
  expect(solved(first(), 'moves').value).toBe(0);
  expect(solved({ ...first(), start: [2, 1] }, 'moves').value).toBe(3);
  expect(solved(from('x -> y\ny -> x', 'moves'), 'moves').outcome).toBe('D');
  expect(solved(from('1 2\n2 5', 'moves'), 'moves').error).toBeUndefined();
  // Names that are words of the language, or not of its letters.
  expect(solved(from('if -> for\nat -> to\nđ -> 7', 'moves'), 'moves').error).toBeUndefined();
  expect(solved(from('0-1\n1-2\n1-3', 'hackenbush'), 'hackenbush').value).toBe(1);
  expect(solved(from('0-1\n0-1\n1-1', 'hackenbush'), 'hackenbush').value).toBe(1);
  expect(solved(from('1-2\n2-3\n7', 'node-kayles'), 'node-kayles').value).toBe(2 ^ 1);
  expect(solved(from('1-2\n2-3', 'arc-kayles'), 'arc-kayles').value).toBe(1);
  expect(solved({ ...from('1-2\n2-3', 'vertex-geography'), start: [1] }, 'vertex-geography').outcome).toBe('N');
});

test('a list of edges comes back, and vertices keep their places', () => {
  for (const played of PLAYED) {
    const list = played === 'moves' ? 'a -> b\nc -> b\nd' : '1-2\n2-3';
    expect(edges(from(list, played), played)).toBe(list);
  }
  const more = fromEdges('b -> a\nb -> e', 'moves', first())!;
  expect(more.vertices.find(({ name }) => name === 'b')).toMatchObject({ x: 0.28, y: 0.5 });
  expect(more.vertices.map(({ name }) => name)).toEqual(['b', 'a', 'e']);
  expect(fromEdges('a -> b -> c', 'moves', none)).toBeUndefined();
  expect(fromEdges('a!', 'moves', none)).toBeUndefined();
  expect(from('1-1\n1-2', 'node-kayles').lines).toEqual([[0, 1]]);
  expect(from('0-1\n0-2', 'hackenbush').vertices.filter(({ ground }) => ground)).toHaveLength(2);
});

test('positions of games on graphs are drawn, and what is none is left alone', () => {
  for (const [rules, position] of [['hackenbush', ['0-1,1-2,1-3']], ['node-kayles', ['0-1,1-2', 'path1']], ['vertex-geography', ['0-1,1-2:1']]] as const) {
    const found = read(rules, [...position])!;
    expect(write(found.network, found.played)).toEqual({ rules, position: [...position] });
  }
  for (const [rules, position] of [['nim', '3'], ['node-kayles', 'grid3x4'], ['(v in {a,b}) -> a if v == b', 'b'], ['hackenbush', '0-1{0-1}']] as const) expect(read(rules, [position]), rules).toBeUndefined();
});

test('lines come and go, and vertices take theirs with them', () => {
  const drawn = first();
  expect(toggled(drawn, [1, 0], 'moves').lines).toHaveLength(4);
  expect(toggled(drawn, [0, 1], 'moves').lines).toHaveLength(6);
  expect(toggled(drawn, [0, 1], 'arc-kayles').lines).toHaveLength(4);
  expect(toggled(drawn, [1, 1], 'node-kayles')).toBe(drawn);
  expect(toggled(drawn, [1, 0], 'hackenbush').lines).toHaveLength(6);
  expect(without(drawn, 0)).toEqual({ vertices: drawn.vertices.slice(1), lines: [[1, 0], [2, 1], [2, 0]], start: [2] });
  expect([freeName(drawn, 'moves'), freeName(drawn, 'hackenbush')]).toEqual(['e', '1']);
  for (const { x, y } of laid({ ...drawn, lines: [[0, 1], [1, 0]] }, 'moves').vertices) expect([x, y].every((one) => one > 0 && one < 1)).toBe(true);
});

test('a board is painted and becomes its text', () => {
  expect(text(board('X.O/.X.')!)).toBe('X.O/.X.');
  for (const other of ['3x4', '0-1,1-2', 'path9{0,1}', 'X./X', '{0,3}']) expect(board(other), other).toBeUndefined();
  expect(text(sized(board('..#')!, 2, 4))).toBe('..#./....');
  expect(signs('grid: ".." -> "##"', board('...')!, [])).toEqual(['.', '#']);
  expect(signs('clobber', board('XO')!, ['.X'])).toEqual(['X', 'O', '.']);
});
