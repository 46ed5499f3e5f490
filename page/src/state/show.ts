// Values, places and moves as people read them.

import type { Cell, Coordinate, Known, Move, Outcome, Part, Place, Value } from '../engine/types';

export const showCoordinate = (c: Coordinate): string => String(c);

/** A component as an argument of the command line: `7` or `2,3`. */
export const argument = (place: Place): string =>
  Array.isArray(place) ? place.map(showCoordinate).join(',') : showCoordinate(place);

/** A component as people see it: `7` or `(2,3)`. */
export const showPlace = (place: Place): string =>
  Array.isArray(place) ? `(${argument(place)})` : showCoordinate(place);

export const showPart = (part: Part): string =>
  typeof part === 'object' && !Array.isArray(part) ? `${part.count} × ${showPlace(part.of)}` : showPlace(part);

/** What a move leaves of its component: `3`, `2 + 5`; nothing is a dash. */
export const showParts = (parts: Part[]): string => (parts.length ? parts.map(showPart).join(' + ') : '∅');

export function showValue(value: Value | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  return value.inf.length ? `∞(${value.inf.join(',')})` : '∞';
}

export const showCell = (cell: Cell): string => (cell === null ? '–' : typeof cell === 'string' ? cell : showValue(cell));

export const showSum = (places: Place[]): string => (places.length ? places.map(showPlace).join(' + ') : '∅');

/** A move with where it starts: `7 → 3`. */
export function showMove(move: Move, from: Place | undefined): string {
  const label = move.label ? `${move.label}: ` : '';
  const gain = move.gain === undefined ? '' : ` (${move.gain >= 0 ? '+' : ''}${move.gain})`;
  return `${label}${from === undefined ? '' : `${showPlace(from)} → `}${showParts(move.to)}${gain}`;
}

/** The components after a move, as arguments; `undefined` if they are too many to list. */
export function after(position: string[], move: Move): string[] | undefined {
  const to: string[] = [];
  for (const part of move.to) {
    if (typeof part === 'object' && !Array.isArray(part)) {
      if (Number(part.count) > 64) return undefined;
      to.push(...Array<string>(Number(part.count)).fill(argument(part.of)));
    } else to.push(argument(part));
  }
  return [...position.slice(0, move.component), ...to, ...position.slice(move.component + 1)];
}

/** The outcome that a cell of a table stands for. */
export function cellOutcome(cell: Cell, scores: boolean): Outcome | null {
  if (cell === null) return null;
  if (cell === 'N' || cell === 'P' || cell === 'D') return cell;
  if (typeof cell === 'object') return cell.inf.some((v) => Number(v) === 0) ? 'N' : 'D';
  if (scores) return Number(cell) > 0 ? 'N' : Number(cell) < 0 ? 'P' : 'D';
  return Number(cell) === 0 ? 'P' : 'N';
}

/** A cell as a height in a plot. */
export function cellNumber(cell: Cell): number | null {
  if (cell === null || typeof cell === 'object') return null;
  if (typeof cell === 'string') return cell === 'P' ? 0 : cell === 'N' ? 1 : 0.5;
  return Number(cell);
}

/** How good a move is for the one who makes it. */
export type Quality = 'winning' | 'losing' | 'draw';

export function quality(then: Known, here: Known, gain = 0): Quality {
  if (here.score !== undefined && then.score !== undefined) {
    return gain - then.score === here.score ? 'winning' : 'losing';
  }
  return then.outcome === 'P' ? 'winning' : then.outcome === 'N' ? 'losing' : 'draw';
}

/** The components of a position as typed: separated by spaces, or by + signs. */
export const splitPosition = (text: string): string[] => text.split(/[\s+]+/).filter((word) => word !== '');

/** The place of a byte of UTF-8 in a text, counted as JavaScript counts. */
export function fromBytes(text: string, byte: number): number {
  const bytes = new TextEncoder().encode(text);
  return new TextDecoder().decode(bytes.subarray(0, Math.min(byte, bytes.length))).length;
}
