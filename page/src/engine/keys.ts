// The keys of what the engine says, group by group, so that a text that is missing does not compile.

import type {
  BoardFault, BoardTheorem, Clause, EngineName, Fault, Fit, Misfit, NextStep, OptionValues, Piece, Reach, RuleSentence, Sentence, SetWords,
  ShapeName, Target, Theorem, Warning,
} from './types';

/** What the engine says, as data: a key with its parts. */
export interface Keyed {
  key: string;
}

export interface Keys {
  sentences: Sentence['key'];
  theorems: BoardTheorem;
  engines: EngineName;
  shapes: ShapeName;
  fits: Fit['key'];
  misfits: Misfit['key'];
  reaches: Reach['key'];
  faults: Fault['key'] | BoardFault['key'];
  pieces: Piece['key'];
  steps: NextStep['key'];
  readings: RuleSentence['key'];
  sets: SetWords['key'];
  targets: Target['key'];
  clauses: Clause['key'];
  warnings: Warning['key'];
  proofs: Theorem;
  values: OptionValues['key'];
}
