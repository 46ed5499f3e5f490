// How the engine's side chooses among judged moves.

import type { KnownMove, Moves, Place } from '../engine/types';
import { quality } from '../state/show';

/** The engine in three strengths, or another person at the same board. */
export type Opponent = 'perfect' | 'slipping' | 'random' | 'person';
export const OPPONENTS: readonly Opponent[] = ['perfect', 'slipping', 'random', 'person'];

/** How often an opponent who slips does. */
const SLIPS = 0.3;

const size = (places: Place[]): number =>
  places.flat().reduce<number>((sum, c) => sum + (typeof c === 'string' ? 0 : Number(c)), 0);

/** The best move: a fastest win, else a draw, else what keeps most in play. */
export function best(moves: Moves): KnownMove | undefined {
  const rank = { winning: 0, draw: 1, losing: 2 };
  const key = (move: KnownMove): number[] => {
    const good = quality(move.then, moves, move.gain);
    const far = move.then.remoteness ?? (good === 'winning' ? 0 : size(move.then.position));
    const score = move.then.score === undefined ? 0 : move.then.score - (move.gain ?? 0);
    return [rank[good], score, good === 'winning' ? far : -far, -size(move.then.position)];
  };
  const before = (a: number[], b: number[]): number => {
    const at = a.findIndex((x, i) => x !== b[i]);
    return at < 0 ? 0 : a[at]! - b[at]!;
  };
  return moves.moves.map((move) => ({ move, key: key(move) })).sort((a, b) => before(a.key, b.key))[0]?.move;
}

export function choose(moves: Moves, opponent: Opponent, random: () => number = Math.random): KnownMove | undefined {
  const any = (): KnownMove | undefined => moves.moves[Math.floor(random() * moves.moves.length)];
  if (opponent === 'random' || (opponent === 'slipping' && random() < SLIPS)) return any();
  return best(moves);
}
