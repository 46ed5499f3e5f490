// A lesson is data: steps with a live figure, an exercise, or both. Words are in texts/, one file for each language.

import type { Play } from '../engine/types';

/** A real rule at a position, and how it is looked at. The reader may change rule and position. */
export interface Figure {
  view: 'play' | 'graph' | 'strip' | 'columns' | 'mex' | 'balance' | 'period';
  rules: string;
  position: string[];
  play?: Play;
  lets?: Record<string, string>;
  /** Whether only who wins is told: values come in a later lesson. */
  outcomes?: boolean;
  /** How far a strip goes. */
  to?: number;
}

/** A number from 0 up to but not including 1, as `Math.random` gives it. */
export type Random = () => number;

/**
 * who: who wins? · move: find a winning move · label: label the graph by hand · sum: the nim-sum of the values ·
 * mex: the least value that no option has · balance: which Nim heap makes the sum lost for the mover?
 */
export type Kind = 'who' | 'move' | 'label' | 'sum' | 'mex' | 'balance';

export interface Exercise {
  kind: Kind;
  rules: string;
  play?: Play;
  lets?: Record<string, string>;
  /** A position to ask about; it is made anew until the engine says that it is fit. */
  make(random: Random): string[];
  /** How many have to be solved. */
  rounds: number;
}

export interface Step {
  figure?: Figure;
  exercise?: Exercise;
  /** Whether the judged problems are listed. */
  problems?: boolean;
}

export interface Lesson {
  id: string;
  steps: Step[];
}

export const whole = (random: Random, low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
/** So many heaps of sizes from low to high. */
export const heaps = (count: number, low: number, high: number) => (random: Random): string[] => Array.from({ length: count }, () => String(whole(random, low, high)));
/** The same position every time. */
export const just = (...position: string[]) => (): string[] => position;
