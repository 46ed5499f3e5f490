// The puzzle of the day, made by the engine: a position with just one winning move, the same for everyone on that day. How hard it is
// follows from how long the game lasts and how many moves there are to choose from.

import type { Moves } from '../engine/types';
import { quality } from '../state/show';
import { heaps, whole, type Exercise, type Random } from './model';

export type Level = 'easy' | 'medium' | 'hard';
export const LEVELS: readonly Level[] = ['easy', 'medium', 'hard'];

/** Numbers from a text: the same text gives the same ones (xorshift, seeded by FNV-1a). */
export function seeded(text: string): Random {
  let state = 2166136261;
  for (const char of text) state = Math.imul(state ^ char.codePointAt(0)!, 16777619) >>> 0;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}

type Maker = { rules: string; make: Exercise['make'] };

const MAKERS: Record<Level, readonly Maker[]> = {
  easy: [
    { rules: 'n -> n-k for k in 1..3', make: heaps(2, 2, 9) },
    { rules: 'nim', make: heaps(2, 2, 7) },
    { rules: 'king', make: (random) => [`${whole(random, 1, 6)},${whole(random, 1, 6)}`] },
  ],
  medium: [
    { rules: 'nim', make: heaps(3, 2, 9) },
    { rules: 'wythoff', make: (random) => [`${whole(random, 2, 9)},${whole(random, 2, 9)}`] },
    { rules: 'kayles', make: heaps(2, 3, 8) },
    { rules: 'n -> n-s for s in squares(n)', make: heaps(2, 5, 16) },
  ],
  hard: [
    { rules: 'nim', make: heaps(4, 3, 15) },
    { rules: 'kayles', make: heaps(3, 4, 10) },
    { rules: 'chomp', make: (random) => [`${whole(random, 3, 4)}x${whole(random, 4, 6)}`] },
    { rules: 'cram', make: (random) => [`${whole(random, 2, 3)}x${whole(random, 3, 5)}`] },
  ],
};

export const wins = (here: Moves): number => here.moves.filter((move) => quality(move.then, here, move.gain) === 'winning').length;

/** How hard a position is: long games among many moves are harder. */
export const grade = (here: Moves): number => Math.round((here.remoteness ?? 1) * Math.log2(1 + here.moves.length));

/** About one position in ten has just one winning move. */
const TRIES = 400;

export interface Puzzle {
  exercise: Exercise;
  at: string[];
  here: Moves;
  grade: number;
}

/** The puzzle of a day and a level. */
export async function puzzle(day: string, level: Level, look: (rules: string, position: string[]) => Promise<Moves>): Promise<Puzzle> {
  const random = seeded(`${day} ${level}`);
  for (let i = 0; i < TRIES; i++) {
    const { rules, make } = MAKERS[level][whole(random, 0, MAKERS[level].length - 1)]!;
    const at = make(random);
    const here = await look(rules, at);
    if (wins(here) === 1 && here.moves.length > 2) return { exercise: { kind: 'move', rules, make: () => at, rounds: 1 }, at, here, grade: grade(here) };
  }
  throw new Error('no puzzle was found');
}
