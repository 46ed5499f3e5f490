// A drawn graph as a game: its vertices and lines become rules and a position, or a list of edges, and come back from both.

import { NAMES, WORDS } from './words';

/** A vertex; its place is a share of the drawing, to the right and downwards. */
export interface Vertex {
  name: string;
  x: number;
  y: number;
  /** A foot of a Hackenbush picture. */
  ground?: boolean;
}

/** A vertex by its place in the list of them. */
export type Line = [from: number, to: number];

export interface Network {
  vertices: Vertex[];
  lines: Line[];
  /** Where tokens stand, vertices by their places in the list. */
  start: number[];
}

/** What is played on a drawn graph: moves along arrows, or a game of the catalogue on its vertices and edges. */
export const PLAYED = ['moves', 'hackenbush', 'node-kayles', 'arc-kayles', 'vertex-geography'] as const;
export type Played = (typeof PLAYED)[number];

/** Whether lines have a direction. */
export const isDirected = (played: Played): boolean => played === 'moves';
/** Whether a token stands somewhere. */
export const hasStart = (played: Played): boolean => played === 'moves' || played === 'vertex-geography';
/** Whether a line may lead back to where it begins. */
export const hasLoops = (played: Played): boolean => played === 'moves' || played === 'hackenbush';

/** The most vertices a drawing has room for. */
export const MOST = 60;

/** A name that nobody has yet: letters where positions are moved between, numbers from 1 elsewhere, as 0 is the ground. */
export function freeName({ vertices }: Network, played: Played): string {
  const taken = new Set(vertices.map(({ name }) => name));
  const named = (i: number): string => (played === 'moves' ? String.fromCharCode(97 + (i % 26)) + (i >= 26 ? Math.floor(i / 26) : '') : String(i + 1));
  for (let i = 0; ; i++) if (!taken.has(named(i))) return named(i);
}

const same = (a: Line, b: Line, directed: boolean): boolean => (a[0] === b[0] && a[1] === b[1]) || (!directed && a[0] === b[1] && a[1] === b[0]);

/** The drawing with a line more, or without it if it was there. */
export function toggled(network: Network, line: Line, played: Played): Network {
  if (line[0] === line[1] && !hasLoops(played)) return network;
  const others = network.lines.filter((one) => !same(one, line, isDirected(played)));
  // Between two points of a Hackenbush picture there may be several edges.
  const there = others.length < network.lines.length && played !== 'hackenbush';
  return { ...network, lines: there ? others : [...network.lines, line] };
}

/** The drawing without a vertex and the lines at it. */
export function without({ vertices, lines, start }: Network, gone: number): Network {
  const at = (i: number): number => (i > gone ? i - 1 : i);
  return {
    vertices: vertices.filter((_, i) => i !== gone),
    lines: lines.filter((line) => !line.includes(gone)).map(([a, b]) => [at(a), at(b)]),
    start: start.filter((i) => i !== gone).map(at),
  };
}

/** The names as the text has them: all feet of a picture are the ground, 0. */
const written = ({ vertices }: Network): string[] => vertices.map(({ name, ground }) => (ground ? '0' : name));

/** One edge a line, as `grundy graph` reads them for moves; a vertex without any stands alone. */
export function edges(network: Network, played: Played): string {
  const names = written(network);
  const met = new Set(network.lines.flat());
  const lone = names.filter((_, i) => !met.has(i) && !network.vertices[i]!.ground);
  return [...network.lines.map(([a, b]) => `${names[a]}${isDirected(played) ? ' -> ' : '-'}${names[b]}`), ...lone].join('\n');
}

/** A vertex: letters, digits and underscores. */
const NAME = /^[\p{L}\p{N}_]{1,12}$/u;

/** A list of edges as a drawing, vertices where they were before; nothing if a line is no edge. */
export function fromEdges(text: string, played: Played, before: Network): Network | undefined {
  const vertices: Vertex[] = [];
  const lines: Line[] = [];
  const find = (name: string): number => {
    // Every edge from the ground has a foot of its own.
    const at = vertices.findIndex((one) => one.name === name && !one.ground);
    if (at >= 0) return at;
    const ground = played === 'hackenbush' && name === '0';
    return vertices.push({ name: ground ? `0.${vertices.length}` : name, x: -1, y: -1, ...(ground && { ground }) }) - 1;
  };
  for (const row of text.split(/[\n,;]/)) {
    const words = row.trim().split(/\s*(?:->|→|-|\s)\s*/).filter((word) => word !== '');
    if (words.length > 2 || !words.every((word) => NAME.test(word))) return undefined;
    const [from, to] = words.map(find);
    if (from === undefined) continue;
    if (to !== undefined && !(from === to && !hasLoops(played))) lines.push([from, to]);
  }
  if (vertices.length > MOST) return undefined;
  const old = new Map(before.vertices.filter(({ ground }) => !ground).map((one) => [one.name, one]));
  const feet = before.vertices.filter(({ ground }) => ground);
  const known = vertices.map((one) => (one.ground ? feet.shift() : old.get(one.name)));
  const placed = laid({ vertices, lines, start: [] }, played).vertices.map((one, i) => (known[i] ? { ...one, x: known[i].x, y: known[i].y } : one));
  const start = before.start.flatMap((i) => vertices.findIndex((one) => one.name === before.vertices[i]?.name)).filter((i) => i >= 0);
  return { vertices: placed, lines, start };
}

/** Gives every vertex a place: in layers where lines lead down to an end or up from the ground, else on a circle. */
export function laid(network: Network, played: Played): Network {
  const { vertices, lines } = network;
  const n = vertices.length;
  if (played !== 'moves' && played !== 'hackenbush') {
    const place = (i: number) => (2 * Math.PI * i) / Math.max(n, 1) - Math.PI / 2;
    return { ...network, vertices: vertices.map((one, i) => ({ ...one, x: 0.5 + (n > 1 ? 0.36 * Math.cos(place(i)) : 0), y: 0.5 + (n > 1 ? 0.38 * Math.sin(place(i)) : 0) })) };
  }
  // The longest way down, or how far from the ground; a way round in a circle ends the counting at some time.
  const level = vertices.map(() => 0);
  for (let round = 0; round < n; round++) {
    for (const [a, b] of lines) {
      if (played === 'moves' && a !== b) level[a] = Math.min(Math.max(level[a]!, level[b]! + 1), n - 1);
    }
  }
  if (played === 'hackenbush') {
    const far = vertices.map(({ ground }) => (ground ? 0 : Infinity));
    for (let round = 0; round < n; round++) for (const [a, b] of lines) [far[a], far[b]] = [Math.min(far[a]!, far[b]! + 1), Math.min(far[b]!, far[a]! + 1)];
    far.forEach((one, i) => (level[i] = Number.isFinite(one) ? one : 1));
  }
  const levels = [...new Set(level)].sort((a, b) => a - b);
  const rows = levels.map((one) => level.flatMap((own, i) => (own === one ? [i] : [])));
  const places = vertices.map((one) => ({ ...one }));
  rows.forEach((row, r) => {
    const last = played === 'hackenbush' ? 0.93 : 0.88;
    row.forEach((i, c) => Object.assign(places[i]!, { x: (c + 1) / (row.length + 1) + (r % 2 ? 0.03 : 0), y: rows.length > 1 ? last - (last - 0.12) * (r / (rows.length - 1)) : played === 'hackenbush' ? last : 0.5 }));
  });
  return { ...network, vertices: places };
}

/** A vertex as rules may call it: a number, or a name that is no word of the language. */
function spelled(names: string[]): string[] {
  if (names.every((name) => /^\d{1,9}$/.test(name))) return names;
  const plain = names.map((name) => (/^[A-Za-z]\w*$/.test(name) ? name : `p${name.replace(/[^A-Za-z0-9_]/g, '_')}`)).map((name) => (WORDS.has(name) || NAMES.has(name) || name === 'at' || name === 'to' ? `${name}_` : name));
  return plain.map((name, i) => (plain.indexOf(name) < i ? `${name}_${i}` : name));
}

const percent = (share: number): number => Math.round(share * 100);

/** What the page asks: the rules, and the position. */
export interface Written {
  rules: string;
  position: string[];
}

/** The game that is drawn; nothing while there is none. */
export function write(network: Network, played: Played): Written | undefined {
  const { vertices, lines, start } = network;
  if (played === 'moves') {
    if (!vertices.length) return undefined;
    const names = spelled(vertices.map(({ name }) => name));
    const kinds = names.flatMap((name, i) => {
      const to = [...new Set(lines.filter(([from]) => from === i).map(([, to]) => names[to]))];
      return to.length ? [`to for to in {${to.join(',')}} if at == ${name}`] : [];
    });
    if (!kinds.length) return undefined;
    const places = vertices.map(({ x, y }, i) => `${names[i]} ${percent(x)} ${percent(y)}`).join(', ');
    return { rules: `(at in {${names.join(',')}}) -> ${kinds.join(' | ')}\n# drawn ${places}`, position: (start.length ? start : [vertices.length - 1]).map((i) => names[i]!) };
  }
  const names = numbered(network, played);
  if (!lines.length && !(played === 'node-kayles' && vertices.length)) return undefined;
  const text = lines.map(([a, b]) => `${names[a]}-${names[b]}`).join(',');
  if (played === 'vertex-geography') return { rules: played, position: [`${text}:${names[start[0] ?? lines[0]![0]]}`] };
  const met = new Set(lines.flat());
  const lone = played === 'node-kayles' ? vertices.filter((_, i) => !met.has(i)).map(() => 'path1') : [];
  return { rules: played, position: [...(text ? [text] : []), ...lone] };
}

/** Vertices of games on graphs are numbers; those that are none get one. */
function numbered(network: Network, played: Played): string[] {
  const names = written(network);
  const taken = new Set(names.filter((name) => /^\d{1,6}$/.test(name)));
  let next = played === 'hackenbush' ? 1 : 0;
  return names.map((name) => {
    if (/^\d{1,6}$/.test(name)) return name;
    while (taken.has(String(next))) next++;
    taken.add(String(next));
    return String(next);
  });
}

const RULE = /^\s*\(?\s*at\s+in\s*\{([\w,\s]+)\}\s*\)?\s*->\s*([^#]*?)\s*(?:#\s*drawn\s+([^\n]*))?\s*$/;
const KIND = /^to\s+for\s+to\s+in\s*\{([\w,\s]+)\}\s*if\s+at\s*==\s*(\w+)$/;

/** The moves of a rule as a drawn graph has them; nothing if it is none. */
export function walk(rules: string): Network | undefined {
  const found = RULE.exec(rules);
  if (!found) return undefined;
  const list = (text: string): string[] => text.split(',').map((word) => word.trim());
  const names = list(found[1]!);
  const kinds = found[2]!.split('|').map((kind) => KIND.exec(kind.trim()));
  if (names.length > MOST || !kinds.every((kind) => kind !== null)) return undefined;
  const lines = kinds.flatMap((kind) => list(kind[1]!).map((to): Line => [names.indexOf(kind[2]!), names.indexOf(to)]));
  if (lines.some((line) => line.includes(-1))) return undefined;
  const network = laid({ vertices: names.map((name) => ({ name, x: 0.5, y: 0.5 })), lines, start: [] }, 'moves');
  for (const place of list(found[3] ?? '')) {
    const [, name, x, y] = /^(\w+) (\d{1,3}) (\d{1,3})$/.exec(place) ?? [];
    const vertex = network.vertices.find((one) => one.name === name);
    if (vertex) Object.assign(vertex, { x: Math.min(Number(x), 100) / 100, y: Math.min(Number(y), 100) / 100 });
  }
  return network;
}

/** Where things lie, if somebody knows: the engine lays out the graphs of its boards. */
export type Places = Map<string, { x: number; y: number; ground?: boolean }>;

/** What a rule and a position say, as a drawing; nothing if they are no drawn graph. */
export function read(rules: string, position: string[], places: Places = new Map()): { network: Network; played: Played } | undefined {
  const network = walk(rules);
  if (network) {
    const start = position.map((name) => network.vertices.findIndex((one) => one.name === name));
    return start.includes(-1) ? undefined : { network: { ...network, start }, played: 'moves' };
  }
  const played = PLAYED.find((one) => one === rules.trim());
  const graphs = position.filter((text) => text !== 'path1');
  if (!played || played === 'moves' || graphs.length > 1 || (position.length > graphs.length && played !== 'node-kayles')) return undefined;
  const [, text, at] = /^((?:\d+-\d+)(?:,\d+-\d+)*)(?::(\d+))?$/.exec(graphs[0] ?? '') ?? [];
  if (text === undefined && graphs.length) return undefined;
  const lone = Array.from({ length: position.length - graphs.length }, (_, i) => `x${i}`);
  const found = fromEdges([text ?? '', ...lone].join('\n'), played, { vertices: [...places].map(([name, place]) => ({ name, ...place })), lines: [], start: [] });
  if (!found) return undefined;
  const start = found.vertices.findIndex(({ name }) => name === at);
  return { played, network: { ...found, start: start >= 0 ? [start] : [] } };
}

/** What a new drawing begins with: a few positions, so that there is something to change. */
export const first = (): Network => ({
  vertices: [{ name: 'a', x: 0.5, y: 0.86 }, { name: 'b', x: 0.28, y: 0.5 }, { name: 'c', x: 0.72, y: 0.5 }, { name: 'd', x: 0.5, y: 0.14 }],
  lines: [[1, 0], [2, 0], [2, 1], [3, 2], [3, 1]],
  start: [3],
});
