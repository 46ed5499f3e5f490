// How a drawing is played, told from its moves.

import type { Moves, Reading, Sketch, SketchChange } from '../engine/types';
import { named } from './sketch';

export type Help = 'vertices' | 'edges' | 'both' | 'stacks' | 'one' | 'cells' | 'pieces' | 'again';

/** What has to be clicked, and whether a second click may be needed to say that this is all. */
export function helped(sketches: Sketch[]): Help[] {
  const all = sketches.flatMap((sketch) => sketch.moves.map((change) => ({ sketch, change })));
  if (!all.length) return [];
  if (sketches.some(({ tiles }) => tiles === 'stacks')) return ['stacks'];
  const is = (test: (sketch: Sketch, change: SketchChange) => boolean): boolean => all.some(({ sketch, change }) => test(sketch, change));
  const lines = is((sketch, change) => named(change).some((thing) => thing >= sketch.points.length));
  const points = is((sketch, change) => named(change).some((thing) => thing < sketch.points.length));
  const most = Math.max(...all.map(({ change }) => named(change).length));
  const graph = sketches.every(({ tiles }) => tiles === 'vertices');
  const moving = all.every(({ sketch, change: { things, signs } }) =>
    things.length === 2 && things.some((from, i) => sketch.points[from]?.sign === signs[1 - i] && sketch.points[from]?.sign !== signs[i]));
  const again = sketches.some(({ moves }) => moves.some((one) => moves.some((other) => named(one).length < named(other).length && named(one).every((thing) => named(other).includes(thing)))));
  const first: Help = most === 1 ? (graph ? (lines && points ? 'both' : lines ? 'edges' : 'vertices') : 'one') : moving ? 'pieces' : 'cells';
  return again ? [first, 'again'] : [first];
}

/** How a heap is played, told from the moves of a position: some only shorten it, some split it, some take a stretch, some let it grow. */
export type HeapHelp = 'end' | 'stretch' | 'split' | 'other';

export function heapHelp(reading: Reading, here: Moves): HeapHelp {
  const sizes = here.moves.map(({ component, to }) => ({
    before: Number(here.position[component]), parts: to.map((part) => (typeof part === 'object' ? NaN : Number(part))),
  }));
  const left = (parts: number[]): number => parts.reduce((sum, n) => sum + n, 0);
  if (sizes.some(({ before, parts }) => parts.length > 2 || !(left(parts) <= before) || (left(parts) === before && parts.length < 2))) return 'other';
  if (!reading.splits) return 'end';
  return sizes.every(({ before, parts }) => left(parts) === before) ? 'split' : 'stretch';
}
