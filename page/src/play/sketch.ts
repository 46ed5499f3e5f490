// Games on graphs: where the points of a drawing lie while the game goes on, and how its lines run.

import type { KnownMove, Place, Sketch } from '../engine/types';
import { argument } from '../state/show';

export interface Spot {
  x: number;
  y: number;
}

/** What a move leaves of its component, as drawings name it. */
export const left = (move: KnownMove): string => (move.to.length ? argument(move.to[0] as Place) : '');

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
