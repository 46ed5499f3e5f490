// Positions for exercises: made at random until the engine says that they are fit.

import type { Moves } from '../engine/types';
import type { Exercise, Random } from './model';

/** After so many tries any position will do. */
const TRIES = 30;

/** Whether a position has something to find. */
function good({ kind }: Exercise, here: Moves, even: boolean): boolean {
  // Half of the questions who wins are about lost positions, which are rare.
  if (kind === 'who') return here.moves.length > 0 && (here.outcome === 'P') === even;
  if (kind === 'move') return here.outcome === 'N' && here.moves.some(({ then }) => then.outcome !== 'P');
  if (kind === 'mex') return here.moves.length > 1;
  return true;
}

export async function fit(exercise: Exercise, look: (position: string[]) => Promise<Moves>, random: Random = Math.random): Promise<{ at: string[]; here: Moves }> {
  const even = random() < 0.5;
  let found: { at: string[]; here: Moves } | undefined;
  for (let i = 0; i < TRIES; i++) {
    const at = exercise.make(random);
    const here = await look(at);
    found = { at, here };
    if (good(exercise, here, even)) return found;
  }
  return found!;
}
