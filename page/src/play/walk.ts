// Lines between the discs of a graph, from rim to rim, bent to the side where another one comes back.

import type { Reading } from '../engine/types';
import type { Spot } from './sketch';

/** Whether rules look like those of a drawn graph, on which a token walks. */
export const walks = (reading: Reading): boolean => /^at in \{/.test(reading.rules);

export interface Arrow {
  path: string;
  middle: Spot;
}

/** How far a line is bent to the side: where several join the same two, so far that they can be told apart. */
export function bend(lines: readonly (readonly [number, number])[], at: number, apart: number): number {
  const [a, b] = lines[at]!;
  const alike = lines.flatMap(([c, d], i) => ((c === a && d === b) || (c === b && d === a) ? [i] : []));
  if (alike.length < 2) return 0;
  const side = (alike.indexOf(at) - (alike.length - 1) / 2) * apart;
  // A line that runs the other way has its left where the first has its right.
  return lines[alike[0]!]![0] === a ? side : -side;
}

export function arrow(a: Spot, b: Spot, bent: number, radius: number, last = radius): Arrow {
  const long = Math.hypot(b.x - a.x, b.y - a.y);
  if (long < 1e-6) {
    // A loop stands above its disc.
    const size = radius * (2.4 + Math.abs(bent) / radius);
    return { path: `M${a.x - radius * 0.6} ${a.y - radius * 0.8}C${a.x - size} ${a.y - 1.4 * size} ${a.x + size} ${a.y - 1.4 * size} ${a.x + radius * 0.6} ${a.y - radius * 0.8}`, middle: { x: a.x, y: a.y - 1.25 * size } };
  }
  const [dx, dy] = [(b.x - a.x) / long, (b.y - a.y) / long];
  const handle = { x: (a.x + b.x) / 2 - 2 * bent * dy, y: (a.y + b.y) / 2 + 2 * bent * dx };
  const rim = (from: Spot, size: number): Spot => {
    const far = Math.hypot(handle.x - from.x, handle.y - from.y) || 1;
    return { x: from.x + ((handle.x - from.x) / far) * size, y: from.y + ((handle.y - from.y) / far) * size };
  };
  const [start, end] = [rim(a, radius), rim(b, last)];
  return { path: `M${start.x} ${start.y}Q${handle.x} ${handle.y} ${end.x} ${end.y}`, middle: { x: (a.x + b.x) / 2 - bent * dy, y: (a.y + b.y) / 2 + bent * dx } };
}
