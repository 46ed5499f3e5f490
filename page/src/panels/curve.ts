// A smooth line through points: Catmull–Rom, as cubic pieces.

import type { Point } from '../engine/types';

const show = (p: Point): string => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`;

export function curve(path: Point[]): string {
  if (path.length < 2) return '';
  if (path.length === 2) return `M${show(path[0]!)}L${show(path[1]!)}`;
  const at = (i: number): Point => path[Math.min(Math.max(i, 0), path.length - 1)]!;
  let d = `M${show(path[0]!)}`;
  for (let i = 0; i + 1 < path.length; i++) {
    const lead = (p: Point, a: Point, b: Point, sign: number): Point => ({
      x: p.x + (sign * (b.x - a.x)) / 6,
      y: p.y + (sign * (b.y - a.y)) / 6,
    });
    const one = lead(at(i), at(i - 1), at(i + 1), 1);
    const two = lead(at(i + 1), at(i), at(i + 2), -1);
    d += `C${show(one)} ${show(two)} ${show(at(i + 1))}`;
  }
  return d;
}
