// A move in a few words, for lists of moves.

import type { Move, Place, Reading, Sketch } from '../engine/types';
import { argument, showMove } from '../state/show';
import { told } from './sketch';

/** A board that is written in rows. */
const ROWS = /^[^\d\s,{}=-]+$/;

/** What differs between two boards of the same size, by row and column from 1: cells, or where a piece goes; nothing if they are none. */
function cells(before: string, after: string): string | undefined {
  const [from, to] = [before, after].map((text) => text.split('/').map((row) => [...row]));
  const same = from!.length === to!.length && from!.every((row, r) => row.length === to![r]!.length);
  if (!same || !ROWS.test(before) || !ROWS.test(after)) return undefined;
  const name = (r: number, c: number): string => (from!.length === 1 ? `${c + 1}` : `(${r + 1},${c + 1})`);
  const changed = from!.flatMap((row, r) => row.flatMap((sign, c) => (sign === to![r]![c] ? [] : [{ name: name(r, c), was: sign, is: to![r]![c]! }])));
  const [one, other] = changed;
  if (changed.length === 2) {
    // A piece that leaves one cell for the other: both ways would have the same two cells.
    if (one!.was === other!.is && one!.was !== one!.is && one!.is === '.') return `${one!.name}→${other!.name}`;
    if (other!.was === one!.is && other!.was !== other!.is && other!.is === '.') return `${other!.name}→${one!.name}`;
  }
  return changed.map(({ name }) => name).join(' ');
}

/** On a board the cells of a move or its name say enough; the positions before and after it would be long. */
export function brief(move: Move, position: Place[], reading: Reading | undefined, sketches?: Sketch[]): string {
  const from = position[move.component];
  if (!reading?.board || from === undefined) return showMove(move, from);
  const where = position.length > 1 ? `${move.component + 1}: ` : '';
  if (move.label) return where + move.label;
  const drawn = sketches?.[move.component];
  const said = drawn && told(drawn, move);
  if (said) return where + said;
  const changed = move.to.length === 1 ? cells(argument(from), argument(move.to[0] as Place)) : undefined;
  return changed ? where + changed : showMove(move, from);
}
