// A move in a few words, for lists of moves.

import type { Move, Place, Reading } from '../engine/types';
import { argument, showMove } from '../state/show';
import { grid, touched } from './cells';
import { shape } from './shape';

/** On a board the cells of a move or its name say enough; the positions before and after it would be long. */
export function brief(move: Move, position: Place[], reading: Reading | undefined): string {
  const from = position[move.component];
  if (!reading?.board || from === undefined) return showMove(move, from);
  const where = position.length > 1 ? `${move.component + 1}: ` : '';
  if (move.label) return where + move.label;
  const drawn = shape(reading)!;
  const cells = grid(argument(from), drawn);
  const wide = cells?.[0]?.length ?? 1;
  const taken = cells ? touched(cells, move, drawn).slice(0, drawn === 'bar' ? 1 : undefined) : [];
  const names = taken.map((cell) => `(${Math.floor(cell / wide) + 1},${(cell % wide) + 1})`);
  return names.length ? where + names.join(' ') : showMove(move, from);
}
