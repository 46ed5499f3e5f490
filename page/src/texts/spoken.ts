// What the engine says, in a language of its own: a text for every key, so that a missing one does not compile.

import type { Keys } from '../engine/keys';

/** What is worded elsewhere: next steps name what the page has, also in English. */
type Groups = Omit<Keys, 'steps'>;

export type Spoken = { [Group in keyof Groups]: Record<Groups[Group], string> } & {
  /** Sets of amounts with a name. */
  amounts: Record<'squares' | 'primes' | 'powers' | 'fibonacci' | 'triangular' | 'factorials', string>;
  inMoves: string;
  wonHere: string;
  lostHere: string;
  andMore: string;
  or: string;
  /** What is said of an amount so large that fewer heaps show no period. */
  largest: string;
  earning: string;
  turned: string;
  asDrawn: string;
};
