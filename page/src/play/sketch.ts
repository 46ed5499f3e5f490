// Drawings of positions: where their places lie while the game goes on, how lines run, and which move a click means.

import type { KnownMove, Move, Part, Place, Sketch, SketchChange } from '../engine/types';
import { argument } from '../state/show';

export interface Spot {
  x: number;
  y: number;
}

/** What a move leaves of its component, as drawings name it. */
export const left = (move: Move): string => move.to.flatMap(each).join(' & ');

const each = (part: Part): string[] =>
  typeof part === 'object' && !Array.isArray(part) ? Array<string>(Math.min(Number(part.count), 64)).fill(argument(part.of)) : [argument(part as Place)];

/** A move as it is seen: what it changes, and the moves that do just that; several if they differ in name only. */
export interface Seen {
  change: SketchChange;
  moves: KnownMove[];
}

/** The moves of a component by what they change. */
export function seen(sketch: Sketch, moves: KnownMove[], component: number): Seen[] {
  const byText = new Map<string, KnownMove[]>();
  for (const move of moves) {
    if (move.component === component) byText.set(left(move), [...(byText.get(left(move)) ?? []), move]);
  }
  return sketch.moves.flatMap((change) => {
    const found = byText.get(change.leaves);
    return found ? [{ change, moves: found }] : [];
  });
}

/** A thing that was clicked; of a stack also how much of it is to stay. */
export interface Choice {
  thing: number;
  sign?: string;
}

/** The things that a move is chosen by: those that its rule names, else all that it changes. */
export const named = ({ picks, things }: SketchChange): number[] => (picks?.length ? picks : things);

/** What stands on a thing after a move. */
export const afterwards = ({ things, signs }: SketchChange, thing: number): string | undefined => signs[things.indexOf(thing)];

export interface Meant {
  /** The moves that still fit. */
  fitting: Seen[];
  /** The one that just these clicks mean, though more clicks may mean another. */
  ready: Seen | undefined;
  /** The one that is meant for certain. */
  certain: Seen | undefined;
}

/** What clicks on some things mean, one after the other. */
export function meant(all: Seen[], chosen: Choice[], before: (thing: number) => string): Meant {
  const fits = (one: Seen, things: number[]): boolean =>
    chosen.every(({ thing, sign }) => things.includes(thing) && (sign === undefined || afterwards(one.change, thing) === sign));
  const byName = all.filter((one) => fits(one, named(one.change)));
  const fitting = byName.length ? byName : all.filter((one) => fits(one, [...named(one.change), ...one.change.things]));
  let exact = fitting.filter(({ change }) => named(change).length === chosen.length);
  // Two pieces may take each other: the one clicked first goes to where the last click is.
  if (exact.length > 1 && chosen.length > 1) {
    const [first, last] = [chosen[0]!.thing, chosen.at(-1)!.thing];
    const going = exact.filter(({ change }) => afterwards(change, last) === before(first) && afterwards(change, first) !== before(first));
    if (going.length) exact = going;
  }
  const same = (some: Seen[]): Seen | undefined => (new Set(some.map(({ change }) => change.leaves)).size === 1 ? some[0] : undefined);
  const ready = same(exact);
  const larger = fitting.some(({ change }) => named(change).length > chosen.length);
  return { fitting, ready, certain: same(fitting) ?? (larger ? undefined : ready) };
}

/** A vertex stays where it was when the game began: the drawing of the beginning that has all these vertices. */
export function home(sketch: Sketch, beginning: Sketch[], component: number): Sketch {
  const holds = (drawn: Sketch | undefined): drawn is Sketch => {
    const ids = new Set(drawn?.points.map((point) => point.id));
    return drawn !== undefined && sketch.points.every((point) => ids.has(point.id));
  };
  // A component that is gone moves the ones after it up.
  return [beginning[component], ...beginning.slice(component + 1)].find(holds) ?? sketch;
}

export const spots = (sketch: Sketch): Map<string, Spot> => new Map(sketch.points.map(({ id, x, y }) => [id, { x, y }]));

/** How far each line is bent to the side, so that lines between the same points can be told apart. */
export function bends(sketch: Sketch): number[] {
  const key = (ends: [number, number]) => `${Math.min(...ends)} ${Math.max(...ends)}`;
  const all = sketch.lines.map((line) => key(line.ends));
  return all.map((one, i) => {
    const alike = all.flatMap((other, j) => (other === one ? [j] : []));
    return (alike.indexOf(i) - (alike.length - 1) / 2) * 0.45;
  });
}

/** The curve of a line, and its middle. */
export function trace(a: Spot, b: Spot, bend: number): { path: string; middle: Spot } {
  const long = Math.hypot(b.x - a.x, b.y - a.y);
  // A loop stands beside its point.
  if (long < 1e-6) {
    const size = 0.55 + Math.abs(bend);
    const path = `M${a.x} ${a.y}C${a.x + size} ${a.y - size} ${a.x + size} ${a.y + size} ${a.x} ${a.y}`;
    return { path, middle: { x: a.x + 0.75 * size, y: a.y } };
  }
  const [nx, ny] = [-(b.y - a.y) / long, (b.x - a.x) / long];
  const middle = { x: (a.x + b.x) / 2 + bend * nx, y: (a.y + b.y) / 2 + bend * ny };
  const handle = { x: (a.x + b.x) / 2 + 2 * bend * nx, y: (a.y + b.y) / 2 + 2 * bend * ny };
  return { path: `M${a.x} ${a.y}Q${handle.x} ${handle.y} ${b.x} ${b.y}`, middle };
}

/** Whether the places of a drawing are discs that lines join. */
export const isRound = ({ tiles }: Sketch): boolean => tiles === 'vertices' || tiles === 'ring';

/** What a thing is called: rows and columns are counted from 1, vertices have names. */
export function called(sketch: Sketch, thing: number): string {
  const { points, lines } = sketch;
  const line = lines[thing - points.length];
  if (line) return line.ends.map((end) => (points[end]!.ground ? '0' : points[end]!.id)).join('-');
  const { id } = points[thing]!;
  if (isRound(sketch)) return id;
  const places = id.split(',').map((n) => Number(n) + 1);
  return places.length === 2 ? `(${places.join(',')})` : `${places[0]}`;
}

/** A move in a few words: what its rule names, or if several moves name the same, what becomes of what it changes. */
export function told(sketch: Sketch, move: Move): string | undefined {
  const change = sketch.moves.find(({ leaves }) => leaves === left(move));
  if (!change) return undefined;
  const key = (one: SketchChange): string => [...named(one)].sort().join(' ');
  const alone = sketch.moves.filter((one) => key(one) === key(change)).length === 1 && sketch.tiles !== 'stacks';
  const before = (thing: number): string => sketch.points[thing]?.sign ?? '';
  const names = change.things.map((thing) => called(sketch, thing));
  // A piece that goes from one place to another.
  const from = change.things.length === 2 && sketch.tiles !== 'stacks' ? change.things.findIndex((thing, i) => before(thing) !== '.' && before(thing) === change.signs[1 - i]) : -1;
  if (!alone && from >= 0) return `${names[from]}→${names[1 - from]}`;
  const words = alone ? named(change).map((thing) => called(sketch, thing)) : change.things.map((thing, i) => `${names[i]}: ${before(thing)}→${change.signs[i]}`);
  return words.length <= 6 ? words.join(alone ? ' ' : ', ') : undefined;
}
