// What every picture of a component is given, and says.

import type { KnownMove, Moves } from '../engine/types';
import { quality, type Quality } from '../state/show';

export interface Pictured {
  component: number;
  here: Moves;
  /** Whether the reader may move. */
  active: boolean;
  hints: boolean;
  /** The move that is being looked at. */
  preview: KnownMove | undefined;
  onplay(move: KnownMove): void;
}

/** A picture that shows what a move does before it is played. */
export interface Hovered extends Pictured {
  onhover(move: KnownMove | undefined): void;
}

/** The best that some moves can do. */
export function bestOf(moves: KnownMove[], here: Moves): Quality | undefined {
  const kinds = moves.map((move) => quality(move.then, here, move.gain));
  return (['winning', 'draw', 'losing'] as const).find((kind) => kinds.includes(kind));
}
