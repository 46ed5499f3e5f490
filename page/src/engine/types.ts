// The questions and answers of the engine (engine/src/ask.rs), as JSON has them.

/** Whole numbers that JavaScript's numbers cannot hold come as bigint. */
export type Int = number | bigint;
export type Outcome = 'N' | 'P' | 'D';
export type Play = 'normal' | 'misere';
export type Value = Int | { inf: Int[] };
export type Coordinate = Int | string;
export type Place = Coordinate | Coordinate[];
export type Part = Place | { count: Int; of: Place };

export type Verb =
  | 'read' | 'solve' | 'moves' | 'table' | 'period' | 'layout' | 'svg' | 'dot' | 'plot' | 'games';

export interface Question {
  verb: Verb;
  rules?: string;
  lets?: Record<string, string>;
  position?: string[];
  play?: Play | null;
  from?: number[];
  to?: number[];
  limit?: number;
  layers?: 'remoteness' | 'size';
  nodes?: number;
  opened?: string[][];
  width?: number;
  max_positions?: number;
  max_bytes?: number;
}

/** What the engine says, as data: a key of keys.ts with its parts. */
export interface Keyed {
  key: string;
  [part: string]: unknown;
}

export interface Failure {
  kind: string;
  message: string;
  hint?: string;
  /** What went wrong, as data; what the page itself finds has none. */
  fault?: Keyed;
  /** What to do about it, as data. */
  next?: Keyed;
  span?: { start: number; end: number };
  source?: string;
}

export interface Axis {
  name: string;
  low: number;
  high: number | null;
  names?: string[];
}

/** A table that can be asked for. */
export interface Tabled {
  /** Its last corner if nobody says; it ends earlier if that takes too much work. */
  to: number[];
  /** Whether there is nothing beyond that corner. */
  whole: boolean;
  /** How the position of a cell is written, with `{row}` and `{column}`. */
  cell: string;
}

export interface Move {
  component: number;
  to: Part[];
  label: string | null;
  gain?: number;
}

export interface Reading {
  rules: string;
  name: string | null;
  title: string | null;
  words: string[];
  /** The same as data. */
  sentences: Keyed[];
  warnings?: string[];
  /** The same as data. */
  cautions?: Keyed[];
  play: Play;
  scores: boolean;
  ends: boolean;
  splits: boolean;
  board: boolean;
  axes: Axis[];
  /** The table of its values, if there is one. */
  table: Tabled | null;
  parameters: { name: string; value: string }[];
  example: { position: Place; moves: Move[] };
  start: string[];
  considered: Thought[];
}

/** What the planner thought of a shape of rules: in English, and as data. */
export interface Thought {
  shape: string;
  matched: boolean;
  why: string;
  reach?: string;
  key: string;
  because: Keyed;
  extent?: Keyed;
}

/** The engine that answered and why: in English, and as data. */
export interface Plan {
  engine: string;
  why: string;
  key: string;
  because: Keyed;
  largest?: Int;
}

export interface Report {
  outcome: Outcome;
  value: Value | null;
  score?: number;
  components: { position: Place; value: Value | null }[];
  winning_moves: Move[];
  /** False if there are more moves than can be listed. */
  moves_complete?: boolean;
  best_move: Move | null;
  remoteness: number | null;
  plan: Plan;
  cost: { positions: number };
  reason: {
    words: string[];
    /** The same as data. */
    sentences: Keyed[];
    nim_sum?: { terms: Int[]; sum: Int };
    mex?: { options: string; values: Keyed; mex: Int };
  };
}

export interface Known {
  position: Place[];
  outcome: Outcome;
  value: Value | null;
  remoteness: number | null;
  score?: number;
}

export interface KnownMove extends Move {
  then: Known;
}

/** A position as points and lines that can be clicked. */
export interface Sketch {
  points: { id: string; x: number; y: number; ground: boolean; leaves: string | null }[];
  lines: { ends: [number, number]; leaves: string | null }[];
}

export interface Moves extends Known {
  moves: KnownMove[];
  /** False if there are more moves than can be listed: then these are the ones to choose. */
  complete?: boolean;
  /** False if some that win are left out. */
  wins_complete?: boolean;
  /** Each component as a drawing, for games on graphs. */
  sketches?: Sketch[];
}

export type Cell = Value | Outcome | null;

export interface Table {
  axes: string[];
  rows: Coordinate[];
  columns: Coordinate[];
  cells: Cell[][];
}

export interface Period {
  verdict: 'proved' | 'seen' | 'unknown';
  preperiod: number | null;
  period: number | null;
  saltus: number | null;
  limit: number;
  exceptions: number[];
  exceptions_total: number;
  theorem: string | null;
  /** The same as data. */
  proved_by: string | null;
  plan: Plan;
}

export interface Point {
  x: number;
  y: number;
}

export interface Node {
  id: number;
  label: string;
  lines: string[];
  position: Place[];
  outcome: Outcome;
  value: Value | null;
  score?: number;
  remoteness: number | null;
  rank: number;
  wins: number[];
  /** Moves of an opened position that are not drawn. */
  left_out?: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Edge {
  from: number;
  to: number;
  label?: string;
  winning: boolean;
  path: Point[];
  /** The centre of the label, where there is room to write it. */
  label_at?: Point;
}

export interface Drawing {
  title: string;
  start: number;
  measure: 'remoteness' | 'longest' | 'distance';
  width: number;
  height: number;
  bands: { rank: number; label: string; top: number; bottom: number }[];
  nodes: Node[];
  edges: Edge[];
}

export interface Entry {
  name: string;
  title: string;
  rules: string;
  about: string;
  let: Record<string, number | number[]>;
  aliases: string[];
  references: string[];
  start: string[];
  facts: { source: string }[];
}

export interface Board {
  name: string;
  aliases: string[];
  title: string;
  positions: string;
  start: string;
}

export interface Answers {
  read: Reading;
  solve: Report;
  moves: Moves;
  table: Table;
  period: Period;
  layout: Drawing;
  svg: { text: string };
  dot: { text: string };
  plot: { text: string };
  games: { games: Entry[]; boards: Board[] };
}
