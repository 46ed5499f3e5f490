// The questions and answers of the engine, as JSON has them.
// Written by `make schema` from the types of the library: change those, not this file.

/** Whole numbers that JavaScript's numbers cannot hold come as bigint. */
export type Int = number | bigint;

/** A number of positions, as far as 64 bits go: the largest stands for all that are larger. */
export type Amount = number;

/** A set of amounts that may be taken. */
export type Amounts = 'squares' | 'primes' | {
  powers: number;
} | 'fibonacci' | 'triangular' | 'factorials';

/** A coordinate. */
export interface Axis {
  /** Its name. */
  name: string;
  /** The least value. */
  low: number;
  /** The greatest value, if there is one. */
  high: number | null;
  /** The names of its values, if they have names. */
  names?: string[];
}

/** The states of one rank. */
export interface Band {
  /** The rank. */
  rank: number;
  /** What to write beside it: draws have no number. */
  label: string;
  /** Where it begins. */
  top: number;
  /** Where it ends. */
  bottom: number;
}

export type Because = Fit | Misfit;

/** A board. */
export interface Board {
  /** What it is called; empty for a rule that was typed. */
  name: string;
  /** Other names. */
  aliases: string[];
  /** What it is. */
  title: string;
  /** How it ends where "who cannot move" would not say it, under its usual play: the aim, and what has happened. */
  ending: [string, string] | null;
  /** How positions are written. */
  positions: string;
  /** A position to start from, or for a rule that was typed a small one. */
  start: string;
  /** Positions in each way to write them, as arguments of the command line. */
  examples: string[][];
  /** Whether several positions are a sum; if not, they are one position or none. */
  adds_up: boolean;
  /** How it is played unless told otherwise. */
  play: Play;
  /** The rule, written out and tidied; none if it is played by code. */
  rules?: string;
}

/** What is wrong with a board, a position on it, or what was asked of it. */
export type BoardFault = {
  key: 'board_too_large';
  most: number;
} | {
  key: 'too_many_places';
  most: number;
} | {
  key: 'too_many_elements';
  most: number;
} | {
  key: 'too_many_placements';
} | {
  key: 'too_many_readings';
} | {
  key: 'too_many_steps';
} | {
  key: 'set_too_large';
} | {
  key: 'run_in_condition';
  picture: string;
} | {
  key: 'row_of_other_length';
  row: number;
  text: string;
} | {
  key: 'empty_row';
  row: number;
} | {
  key: 'unequal_rows';
} | {
  key: 'unknown_sign';
  text: string;
} | {
  key: 'too_many_signs';
  most: number;
} | {
  key: 'cells_untold';
  text: string;
} | {
  key: 'without_cell';
  text: string;
} | {
  key: 'cannot_stand';
  text: string;
} | {
  key: 'no_cell';
} | {
  key: 'no_place';
} | {
  key: 'numbers_untold';
  text: string;
} | {
  key: 'other_size';
  text: string;
} | {
  key: 'other_count';
  text: string;
  given: number;
  wanted: number;
} | {
  key: 'not_of_rule';
  text: string;
} | {
  key: 'neither_in_nor_out';
  text: string;
} | {
  key: 'not_a_set';
  text: string;
} | {
  key: 'not_there';
  text: string;
  name: string;
} | {
  key: 'not_a_place';
  text: string;
} | {
  key: 'not_in_set';
  text: string;
} | {
  key: 'without_coordinates';
  text: string;
  count: number;
} | {
  key: 'must_have';
  text: string;
  told: string;
} | {
  key: 'not_a_graph';
  text: string;
} | {
  key: 'graph_too_large';
  text: string;
  vertices: number;
  edges: number;
} | {
  key: 'graph_too_wide';
  vertices: number;
  edges: number;
  most: number;
  limit: number;
} | {
  key: 'not_a_grid';
  text: string;
  most: number;
} | {
  key: 'not_an_edge';
  text: string;
} | {
  key: 'edge_twice';
  text: string;
} | {
  key: 'edge_to_itself';
  text: string;
} | {
  key: 'vertex_too_large';
  text: string;
  most: number;
} | {
  key: 'too_many_edges';
  count: number;
  most: number;
} | {
  key: 'off_the_ground';
  text: string;
} | {
  key: 'divisors_not_listed';
  number: number;
} | {
  key: 'not_a_pair';
  text: string;
} | {
  key: 'no_element';
} | {
  key: 'above_itself';
  number: number;
} | {
  key: 'not_a_bar';
  text: string;
} | {
  key: 'bar_too_large';
  text: string;
} | {
  key: 'missing_at';
  column: number;
  text: string;
} | {
  key: 'not_number';
  text: string;
} | {
  key: 'no_number';
} | {
  key: 'too_many_numbers';
  count: number;
  most: number;
} | {
  key: 'with_commas';
  text: string;
} | {
  key: 'strip_too_long';
} | {
  key: 'neither_free_nor_stone';
  cell: number;
} | {
  key: 'empty_strip';
} | {
  key: 'no_strip';
} | {
  key: 'neither_free_nor_cross';
  text: string;
} | {
  key: 'no_three_in_row';
  text: string;
} | {
  key: 'neither_letter_nor_digit';
  text: string;
} | {
  key: 'empty_string';
} | {
  key: 'number_not_string';
  text: string;
} | {
  key: 'not_four_by_four';
  count: number;
} | {
  key: 'other_l_missing';
} | {
  key: 'two_other_ls';
  text: string;
  other: string;
} | {
  key: 'not_an_l';
  text: string;
} | {
  key: 'neutral_pieces';
  count: number;
  text: string;
} | {
  key: 'partisan_l';
} | {
  key: 'no_misere_l';
} | {
  key: 'no_marble_there';
  text: string;
  most: number;
} | {
  key: 'marble_too_far';
  text: string;
  most: number;
} | {
  key: 'marble_count';
  count: number;
  most: number;
} | {
  key: 'theorem_of_normal_play';
} | {
  key: 'no_start';
} | {
  key: 'table_of_normal_play';
  game: string;
} | {
  key: 'no_table_without_values';
  game: string;
} | {
  key: 'no_table_under_misere';
  game: string;
} | {
  key: 'no_table_without_size';
  game: string;
} | {
  key: 'no_table_without_sides';
  game: string;
} | {
  key: 'too_large_for_table';
  rows: number;
  columns: number;
};

/** How a game is played on a board. Each field has a usual value that follows from the rule. */
export interface BoardForm {
  /** Whether the rules of numbers answer for the positions that they read, and the board for all others. */
  after_rules?: boolean;
  /** How it ends where "who cannot move" would not say it, under its usual play: the aim, and what has happened. */
  ending?: [string, string];
  /** Positions in each way to write them, as arguments of the command line; the first is the start. */
  examples?: string[][];
  /** What a board holds that is given by its size: rows that are repeated in both directions, `XO/OX`. */
  filled?: string;
  /** Names by which it is asked for that others use for a partisan game. */
  impartial_form_of?: string[];
  /** The letters that may stand on a board of pictures; any if absent, and those that no picture asks for are walls. */
  letters?: string;
  /** What every position over places fulfils, a condition on the coordinates; moves must keep it. */
  only_if?: string;
  /** How positions are written. */
  positions?: string;
  /** A rule of pictures or over places, where the rules of the game itself are of numbers. */
  rules?: string;
  /** How a position of a size is written, for the table of sizes: `{row}x{column}`, `grid{row}x{column}`, `path{row}`. */
  sizes?: string;
  /** A position to start from. */
  start?: string;
  /** What it is called on a board, with a few words about it. */
  title?: string;
}

/** A theorem about a board: one that tells its value, who wins, or which move does. Its name, a colon, and what it says. */
export type BoardTheorem = 'strategy_stealing' | 'two_rows' | 'two_columns' | 'nim_on_an_l' | 'pairing' | 'pairing_move' | 'colon_and_fusion' | 'greatest_member' | 'turning_coins' | 'tartan' | 'maximum_matchings' | 'paths_and_cycles' | 'sliding_stones' | 'gaps_are_steps' | 'runs_are_heaps' | 'places_are_heaps' | 'runs_of_centres' | 'staircase' | 'neighbours' | 'corners' | 'anti_diagonals' | 'hot_places' | 'treblecross';

/** A number of bytes as people write it. */
export type Bytes = number;

/** What a table says about one position. */
export type Cell = Value | number | Outcome | null;

/** A choice or a condition of a move. */
export type Clause = {
  key: 'each';
  name: string;
  set: SetWords;
} | {
  key: 'if';
  condition: string;
} | {
  key: 'again';
};

/** A component of the position. */
export interface ComponentReport {
  /** Where it is. */
  position: Place;
  /** Its value, where values decide. */
  value: Value | null;
}

/** What the planner thought of one shape. */
export interface Considered {
  shape: string;
  matched: boolean;
  why: string;
  key: ShapeName;
  because: Because;
  extent?: Reach;
  reach?: string;
}

/** A coordinate as people and scripts see it. */
export type Coordinate = Int | string;

/** A coordinate and the numbers that it may be. */
export interface CoordinateWords {
  /** Its name. */
  name: string;
  /** What it may be. */
  set: SetWords;
}

/** What an answer took. */
export interface Cost {
  /** Positions computed. */
  positions: number;
}

/** What an answer is expected to cost. */
export interface Cost2 {
  /** The position that is asked about. */
  position: Place[];
  /** Who would answer, and why. */
  plan: PlanReport;
  /** At most so many positions are tabulated or searched, if anything bounds them. */
  positions: Amount | null;
  /** At most about so many bytes are used. */
  bytes: Amount | null;
  /** About so many seconds at most, on one core of the machine that the rates were measured on. */
  seconds: number | null;
  /** Whether that is to be had. */
  verdict: CostVerdict;
  /** All of that as data, */
  sentences: CostSentence[];
  /** and in English. */
  words: string[];
}

/** One thing that is known about the cost of an answer before it is looked for. */
export type CostSentence = {
  key: 'formula';
} | {
  key: 'heaps';
  heaps: Amount;
} | {
  key: 'table';
  cells: Amount;
  each: Bytes;
} | {
  key: 'options';
  most: Amount;
} | {
  key: 'proof_first';
} | {
  key: 'few_first';
} | {
  key: 'searched';
  most: Amount;
} | {
  key: 'endless';
  name: string;
} | {
  key: 'followed';
  most: Amount;
} | {
  key: 'followed_endless';
} | {
  key: 'board_search';
} | {
  key: 'fits';
} | {
  key: 'past_positions';
  limit: Amount;
} | {
  key: 'past_memory';
  limit: Bytes;
} | {
  key: 'may_pass';
  limit: Amount;
} | {
  key: 'out_of_reach';
};

/** Whether an answer is to be had. */
export type CostVerdict = 'within' | 'may_pass' | 'past_positions' | 'past_memory' | 'out_of_reach' | 'unknown';

/** A game graph with a place for everything. Lengths are pixels, y grows downwards. */
export interface Drawing {
  /** The game and the position. */
  title: string;
  /** The position that was asked for. */
  start: Vertex;
  /** What the layers count. */
  measure: Measure;
  /** How wide it is. */
  width: number;
  /** How high it is. */
  height: number;
  /** The layers, from the top. */
  bands: Band[];
  /** The states; the id of a node is its place in this list. */
  nodes: Node[];
  /** The moves. */
  edges: Edge[];
}

/** A move, or several that lead from one state to the same other. */
export interface Edge {
  /** Where it starts. */
  from: Vertex;
  /** Where it leads. */
  to: Vertex;
  /** Whether it wins; in a scoring game, whether it reaches the score. */
  winning: boolean;
  /** The line, from border to border. */
  path: Point[];
  /** What the rules call it, and what it gains. */
  label?: string;
  /** The centre of the label, where there is room to write it. */
  label_at?: Point;
}

/** An engine, as reports name it. */
export type EngineName = 'nim' | 'remainder' | 'prime_factors' | 'powers_of_two' | 'subtraction_sieve' | 'all_but' | 'table_of_set' | 'parity' | 'staircase' | 'laskers_nim' | 'sparse_space' | 'window_automaton' | 'dense_table' | 'dense_box' | 'memory_search' | 'mini_max' | 'retrograde' | 'misere_nim' | 'misere_quotient' | 'golden_ratio' | 'lost_heaps' | 'proved_automaton' | 'closed_form' | 'rows' | 'theorem' | 'nimber_search' | 'negamax' | 'retrograde_analysis';

/** A game of the catalogue, or of a `.game` file. */
export interface Entry {
  /** The short name, which is the name of the file. */
  name: string;
  /** The full name; the name of the file if it has none. */
  title: string;
  /** A rule text, or a short form. */
  rules: string;
  /** What it is, in a few sentences. */
  about: string;
  /** Parameters, with the values they have unless told otherwise. */
  let: Record<string, Literal>;
  /** Other names. */
  aliases: string[];
  /** Where it comes from. */
  references: string[];
  /** A position to start from, as arguments of the command line. */
  start: string[];
  /** What is known about it. The test suite checks every one. */
  facts: Fact[];
  /** How it is played on a board, where that is more than the rules say. */
  board?: BoardForm;
  /** Whether the rules are what a theorem about normal play leaves of the game, so that misère play is another game. */
  normal_only?: boolean;
  /** What every position fulfils, a condition on the coordinates; moves must keep it. */
  only_if?: string;
}

/** A position and its moves. */
export interface Example {
  /** The position. */
  position: Place;
  /** Its moves. */
  moves: Move[];
}

/** Something known about a game. */
export interface Fact {
  /** Who says so. */
  source: string;
  /** The first heap of `values`. */
  from?: number;
  /** Rows of values for two coordinates, starting at the least position. */
  grid?: number[][];
  /** Parameters for this fact. */
  let?: Record<string, Literal>;
  /** Whether the position is played misère. */
  misere?: boolean;
  /** Who wins it. */
  outcome?: Outcome;
  /** The period of the values. */
  period?: number;
  /** A position, as arguments of the command line. */
  position?: string[];
  /** The first index of the periodic part. */
  preperiod?: number;
  /** What a period adds to the values; none if absent. */
  saltus?: number;
  /** The mover's best difference in a scoring game. */
  score?: number;
  /** Its value. */
  value?: number;
  /** The values of the heaps `from`, `from + 1`, …. */
  values?: number[];
  /** Where the winning moves lead, each the changed component as arguments. */
  wins?: string[][];
}

/** Why there is no answer. */
export interface Failure {
  /** What is wrong, in one word, such as syntax, rule, position, limit or timeout. There may be new ones, and a server has its own, such as busy, format, host, origin or method. */
  kind: string;
  /** What happened. */
  message: string;
  /** The message as data; what a server itself finds has none. */
  fault?: Fault;
  /** What to do about it. */
  hint?: string;
  /** The hint as data. */
  next?: NextStep;
  /** The text that the span belongs to. */
  source?: string;
  /** The bytes of the source text that it is about. */
  span?: Span;
}

/** What went wrong. What only files can do wrong is said in English alone, as a text. */
export type Fault = {
  key: 'text';
  text: string;
} | {
  key: 'too_many_positions';
  needed: number;
  limit: number;
} | {
  key: 'too_much_memory';
  needed: Bytes;
  limit: Bytes;
} | {
  key: 'answer_too_long';
  limit: Bytes;
} | {
  key: 'beyond_any_machine';
  needed: Amount;
} | {
  key: 'bytes_beyond_any_machine';
  needed: Bytes;
} | {
  key: 'time_over';
} | {
  key: 'time_over_after';
  done: number;
} | {
  key: 'time_over_of';
  done: number;
  total: number;
} | {
  key: 'interrupted';
} | {
  key: 'search_too_long';
  met: number;
  limit: number;
} | {
  key: 'search_too_long_of';
  met: number;
  most: Amount;
  limit: number;
} | {
  key: 'search_too_large';
  met: number;
  needed: Bytes;
  limit: Bytes;
} | {
  key: 'sum_too_large';
  fault: Fault;
} | {
  key: 'too_many_copies';
  text: string;
  most: number;
} | {
  key: 'grows_for_ever';
  name: string;
  place: Place;
} | {
  key: 'grows_in_number';
  place: Place;
} | {
  key: 'grows_longer';
  text: string;
} | {
  key: 'too_many_moves';
  most: number;
} | {
  key: 'too_many_come_up';
  most: number;
} | {
  key: 'too_many_to_follow';
  most: number;
} | {
  key: 'too_many_options';
  most: number;
} | {
  key: 'out_of_reach';
  limit: number;
  heap: number;
} | {
  key: 'too_large_to_draw';
  positions: number;
  moves: number;
} | {
  key: 'too_large_to_plot';
  count: number;
  most: number;
} | {
  key: 'unknown_game';
  name: string;
} | {
  key: 'unknown_name';
  name: string;
} | {
  key: 'unknown_function';
  name: string;
} | {
  key: 'no_parameter';
  name: string;
} | {
  key: 'name_in_use';
  name: string;
} | {
  key: 'bad_parameter';
  name: string;
  value: string;
  fault: Fault;
} | {
  key: 'expected';
  wanted: Pieces;
  found: Piece;
} | {
  key: 'rule_too_long';
  limit: Bytes;
} | {
  key: 'too_many_operators';
  most: number;
} | {
  key: 'too_many_coordinates';
  most: number;
} | {
  key: 'too_many_kinds';
  most: number;
} | {
  key: 'too_many_clauses';
  most: number;
} | {
  key: 'too_many_parts';
  most: number;
} | {
  key: 'too_many_arguments';
  most: number;
} | {
  key: 'too_many_writes';
  most: number;
} | {
  key: 'too_many_members';
  most: number;
} | {
  key: 'too_many_letters';
  most: number;
} | {
  key: 'too_many_names';
  most: number;
} | {
  key: 'nested_too_deeply';
  most: number;
} | {
  key: 'condition_too_deep';
  most: number;
} | {
  key: 'open_quote';
} | {
  key: 'number_too_large';
  text: string;
} | {
  key: 'no_meaning';
  text: string;
} | {
  key: 'one_gain';
} | {
  key: 'one_ending';
} | {
  key: 'one_over';
} | {
  key: 'goes_through_set';
  word: string;
} | {
  key: 'one_final_position';
} | {
  key: 'gain_contradicts';
  text: string;
} | {
  key: 'end_contradicts';
} | {
  key: 'empty_domain';
} | {
  key: 'no_domain';
} | {
  key: 'part_of_one';
  given: number;
} | {
  key: 'part_of_several';
  wanted: number;
  given: number;
} | {
  key: 'takes_one_argument';
  name: string;
} | {
  key: 'takes_arguments';
  name: string;
  most: number;
} | {
  key: 'wrong_arguments';
  name: string;
  wanted: number;
  given: number;
} | {
  key: 'too_few_arguments';
  name: string;
  least: number;
  given: number;
} | {
  key: 'number_not_set';
  name: string;
} | {
  key: 'value_not_set';
  name: string;
} | {
  key: 'endless_set';
  low: string;
} | {
  key: 'list_not_number';
  name: string;
} | {
  key: 'number_not_list';
  name: string;
} | {
  key: 'len_takes_list';
} | {
  key: 'overflow';
} | {
  key: 'division_by_zero';
} | {
  key: 'negative_power';
} | {
  key: 'negative_shift';
} | {
  key: 'no_root';
  number: number;
} | {
  key: 'of_nothing';
  name: string;
} | {
  key: 'too_many_divisors';
  number: number;
  count: number;
} | {
  key: 'one_digit_before';
} | {
  key: 'first_digit';
} | {
  key: 'nothing_after_repeat';
} | {
  key: 'not_in_code';
} | {
  key: 'no_digit_after';
} | {
  key: 'open_repeat';
} | {
  key: 'no_coordinate';
  name: string;
} | {
  key: 'component_coordinates';
  wanted: number;
  given: number;
} | {
  key: 'no_value_number';
  name: string;
  number: number;
  words: string;
} | {
  key: 'no_coordinate_left';
} | {
  key: 'table_of_too_many';
  count: number;
} | {
  key: 'too_many_left';
  count: number;
} | {
  key: 'corner_without';
  name: string;
} | {
  key: 'table_backwards';
  name: string;
  first: number;
  last: number;
} | {
  key: 'table_too_large';
  cells: string;
} | {
  key: 'periods_of_normal_play';
} | {
  key: 'one_coordinate_left';
} | {
  key: 'no_period_of_several';
} | {
  key: 'moves_on';
} | {
  key: 'end_of_one';
} | {
  key: 'too_many_to_look';
} | {
  key: 'position_of_others';
} | {
  key: 'not_foreseen';
} | {
  key: 'no_such_move';
} | {
  key: 'no_position';
} | {
  key: 'comes_back';
} | {
  key: 'scoring_comes_back';
} | {
  key: 'too_many_components';
  count: number;
} | {
  key: 'component_too_wide';
  most: number;
} | {
  key: 'sum_too_wide';
  count: number;
} | {
  key: 'game_too_long';
  most: number;
} | {
  key: 'no_rules_here';
} | {
  key: 'over_places';
} | {
  key: 'shows_pictures';
} | {
  key: 'graph_not_rules';
} | {
  key: 'compound_by_last_move';
} | {
  key: 'one_ends_all';
} | {
  key: 'steps_needed';
  heap: number;
  steps: string;
} | {
  key: 'size_is_one';
} | {
  key: 'sizes_are_two';
} | {
  key: 'no_size';
  from: string;
  to: string;
} | {
  key: 'no_parameters';
  text: string;
} | {
  key: 'periods_of_any_size';
} | {
  key: 'turns_move_on';
} | {
  key: 'at_position';
  fault: Fault;
  text: string;
} | {
  key: 'no_entry';
  count: number;
  index: number;
} | {
  key: 'too_many_primes';
  last: number;
} | {
  key: 'powers_do_not_grow';
  base: number;
} | {
  key: 'no_function';
} | {
  key: 'goes_through_conditions';
  word: string;
} | {
  key: 'first_says_places';
} | {
  key: 'no_set_of_places';
  text: string;
} | {
  key: 'no_places_called';
  text: string;
} | {
  key: 'same_places';
} | {
  key: 'bag_holds_numbers';
} | {
  key: 'nothing_stands';
  text: string;
} | {
  key: 'no_letter';
  text: string;
} | {
  key: 'no_letters';
} | {
  key: 'name_taken';
  name: string;
} | {
  key: 'only_boards_have_rows';
} | {
  key: 'only_edges_have_ends';
} | {
  key: 'position_coordinates';
  count: number;
} | {
  key: 'letter_not_there';
  name: string;
} | {
  key: 'no_condition';
} | {
  key: 'set_not_value';
} | {
  key: 'condition_not_value';
} | {
  key: 'condition_not_set';
} | {
  key: 'set_wanted';
} | {
  key: 'only_numbers_compared';
} | {
  key: 'set_operations';
} | {
  key: 'endless_numbers';
} | {
  key: 'nothing_called';
  name: string;
} | {
  key: 'no_neighbours';
  word: string;
} | {
  key: 'no_order';
  word: string;
} | {
  key: 'not_in_rows';
  word: string;
} | {
  key: 'no_boards';
} | {
  key: 'one_coordinate';
  text: string;
  wanted: number;
} | {
  key: 'coordinates';
  text: string;
  given: number;
  wanted: number;
} | {
  key: 'no_value_of';
  word: string;
  name: string;
} | {
  key: 'coordinate_too_large';
  word: string;
} | {
  key: 'not_a_number';
  word: string;
  name: string;
} | {
  key: 'outside_domain';
  name: string;
  value: number;
} | {
  key: 'not_a_position';
  place: Place;
} | {
  key: 'board_not_rules';
  name: string;
} | {
  key: 'code_of_board';
} | {
  key: 'code_of_pictures';
} | {
  key: 'code_board_may_not_end';
} | {
  key: 'code_may_not_end';
} | {
  key: 'code_layout';
} | {
  key: 'code_parameters';
} | {
  key: 'no_misere_scores';
} | {
  key: 'no_misere_ending';
} | {
  key: 'misere_comes_back';
  text: string;
} | {
  key: 'misere_moves_on';
} | {
  key: 'misere_not_heaps';
} | {
  key: 'misere_too_large';
  heap: number;
  most: number;
} | {
  key: 'misere_too_large_at';
  text: string;
  most: number;
} | {
  key: 'product_of_two';
} | {
  key: 'factor_is_board';
  name: string;
} | {
  key: 'factor_not_plain';
  name: string;
} | {
  key: 'factor_has_conditions';
  name: string;
} | {
  key: 'normal_only';
} | {
  key: 'board';
  fault: BoardFault;
} | {
  key: 'numbers_alone';
};

/** Why an engine was chosen: what was seen in the game. */
export type Fit = {
  key: 'every_smaller';
} | {
  key: 'up_to';
  most: number;
  modulus: number;
} | {
  key: 'up_to_all';
  most: number;
} | {
  key: 'to_divisors';
} | {
  key: 'equal_parts';
} | {
  key: 'take_divisor';
} | {
  key: 'take_proper_divisor';
} | {
  key: 'nothing';
} | {
  key: 'these_amounts';
  set: string;
} | {
  key: 'all_but';
  set: string;
} | {
  key: 'known_set';
  set: Amounts;
} | {
  key: 'one_or_all';
} | {
  key: 'steps';
} | {
  key: 'lasker';
} | {
  key: 'code';
  code: string;
} | {
  key: 'window';
  name: string;
  step: number;
} | {
  key: 'window_of_states';
  name: string;
  step: number;
  states: number;
} | {
  key: 'rows';
  name: string;
  rows: number;
} | {
  key: 'falls';
  potential: string;
} | {
  key: 'few_met';
  cells: number;
} | {
  key: 'as_met';
} | {
  key: 'scores';
} | {
  key: 'own_ending';
} | {
  key: 'misere';
} | {
  key: 'misere_nim';
} | {
  key: 'misere_quotient';
  order: number;
} | {
  key: 'wythoff';
} | {
  key: 'lost_heaps';
  set: Amounts;
} | {
  key: 'together';
} | {
  key: 'moves_on';
} | {
  key: 'proved_automaton';
  states: number;
  system: string;
} | {
  key: 'share';
} | {
  key: 'quotients';
  least: number;
} | {
  key: 'coprime';
} | {
  key: 'no_divisor';
} | {
  key: 'powers';
  base: number;
  modulus: number;
} | {
  key: 'euclid';
} | {
  key: 'euclid_to_zero';
} | {
  key: 'corners';
} | {
  key: 'tartan';
  first: string;
  second: string;
} | {
  key: 'proved_values';
  states: number;
} | {
  key: 'back_and_split';
} | {
  key: 'over_all';
} | {
  key: 'come_back';
} | {
  key: 'stays';
  place: Place;
} | {
  key: 'theorem_only';
} | {
  key: 'small_boards';
} | {
  key: 'theorems';
  theorems: Theorems;
} | {
  key: 'part_by_part';
} | {
  key: 'graph';
  vertices: number;
  edges: number;
} | {
  key: 'partisan';
};

/** What is known about a position. */
export interface Known {
  /** The components. */
  position: Place[];
  /** Who wins. */
  outcome: Outcome;
  /** The value, where values decide. */
  value: Value | null;
  /** How long it lasts, where known. */
  remoteness: number | null;
  /** The mover's best difference in a scoring game. */
  score?: number;
}

/** A move and what it leads to. */
export interface KnownMove {
  /** The component that is moved, counted from 0. */
  component: number;
  /** What it becomes. */
  to: Part[];
  /** What the rules call the move. */
  label: string | null;
  /** The position after it, in which the other player moves. */
  then: Known;
  /** Whether the same player moves on. */
  again?: boolean;
  /** What it earns in a scoring game. */
  gain?: number;
}

/** A language in which programs are written. */
export type Language = 'cpp' | 'python' | 'rust' | 'java';

/** What the layers of a drawing are asked to stand for. */
export type Layers = 'remoteness' | 'size';

/** A value that a parameter may have. */
export type Literal = number | number[];

/** What the layers of a drawing do stand for. */
export type Measure = 'remoteness' | 'longest' | 'distance';

/** What keeps rules from having a shape. */
export type Misfit = {
  key: 'not_a_heap';
} | {
  key: 'several_kinds';
} | {
  key: 'not_one_heap';
} | {
  key: 'no_range';
} | {
  key: 'not_whole_range';
} | {
  key: 'two_choices';
} | {
  key: 'more_than_forbids';
} | {
  key: 'no_named_set';
} | {
  key: 'not_every_member';
} | {
  key: 'base_not_constant';
} | {
  key: 'divisors_change';
} | {
  key: 'not_divisors';
} | {
  key: 'no_formula';
} | {
  key: 'not_every_smaller';
} | {
  key: 'no_split';
} | {
  key: 'neither_nim_nor_split';
} | {
  key: 'not_one_or_all';
} | {
  key: 'copies_of_a_heap';
} | {
  key: 'heap_not_linear';
} | {
  key: 'restricted';
} | {
  key: 'heap_depends_on_more';
} | {
  key: 'no_steps';
} | {
  key: 'too_many_amounts';
  most: number;
} | {
  key: 'amount_not_chosen';
} | {
  key: 'amount_too_large';
} | {
  key: 'amount_depends';
} | {
  key: 'amounts_depend';
} | {
  key: 'amount_not_positive';
} | {
  key: 'never_splits';
} | {
  key: 'some_splits_restricted';
} | {
  key: 'not_every_triple';
} | {
  key: 'part_without_range';
} | {
  key: 'too_many_parts';
} | {
  key: 'leaves_nothing';
} | {
  key: 'condition_not_linear';
} | {
  key: 'heap_not_fixed';
} | {
  key: 'choice_no_part';
} | {
  key: 'part_not_chosen';
} | {
  key: 'range_starts_late';
} | {
  key: 'range_ends_otherwise';
} | {
  key: 'no_code_says';
} | {
  key: 'removed_not_fixed';
} | {
  key: 'removed_not_chosen';
} | {
  key: 'too_many_or_negative';
} | {
  key: 'part_not_linear';
} | {
  key: 'splits_restricted';
} | {
  key: 'not_up_to';
} | {
  key: 'not_one_unbounded';
} | {
  key: 'not_one_component';
} | {
  key: 'too_many_cases';
} | {
  key: 'depends_on_size';
} | {
  key: 'window_too_large';
  heaps: number;
  states: number;
} | {
  key: 'too_many_for_window';
} | {
  key: 'no_small_range';
} | {
  key: 'two_unbounded';
} | {
  key: 'too_many_states';
} | {
  key: 'not_proved_to_fall';
} | {
  key: 'falls_too_far';
  most: number;
} | {
  key: 'falls_by_any';
} | {
  key: 'values_decide';
} | {
  key: 'nothing_falls';
} | {
  key: 'named_moves';
} | {
  key: 'failed';
  message: string;
};

/** A move. */
export interface Move {
  /** The component that is moved, counted from 0. */
  component: number;
  /** What it becomes. */
  to: Part[];
  /** What the rules call the move. */
  label: string | null;
  /** Whether the same player moves on. */
  again?: boolean;
  /** What it earns in a scoring game. */
  gain?: number;
}

/** A move, with what it is needed to find it in its position. */
export interface Movement {
  /** What it becomes. */
  to: Part[];
  /** The component that is moved, where there are several: counted from 0 here, and from 1 where people read it. */
  component?: number;
  /** What it is before the move. */
  from?: Place;
  /** What the rules call it. */
  label?: string;
}

/** What is known about a position and about every move from it. */
export interface Moves {
  /** The components. */
  position: Place[];
  /** Who wins. */
  outcome: Outcome;
  /** The value, where values decide. */
  value: Value | null;
  /** How long it lasts, where known. */
  remoteness: number | null;
  /** Its moves. */
  moves: KnownMove[];
  /** Whether these are all moves; if not, they are the winning ones that are known, or one that is as good as any. */
  complete?: boolean;
  /** The mover's best difference in a scoring game. */
  score?: number;
  /** Each component as a drawing that can be clicked, if the game is played on graphs. */
  sketches?: Sketch[];
  /** Whether all winning moves are among them. */
  wins_complete?: boolean;
}

/** What to do about a failure. What only one place needs is said in English alone, as a text. */
export type NextStep = {
  key: 'text';
  text: string;
} | {
  key: 'ask_smaller';
} | {
  key: 'raise_positions';
} | {
  key: 'raise_positions_or_less';
} | {
  key: 'raise_memory';
} | {
  key: 'products_look_like';
} | {
  key: 'one_head_as_rule';
} | {
  key: 'raise_time';
} | {
  key: 'raise_or_bound';
  step: NextStep;
} | {
  key: 'fewer_copies';
} | {
  key: 'give_domain';
  name: string;
} | {
  key: 'fix_coordinates';
  name: string;
} | {
  key: 'look_further';
} | {
  key: 'draw_less';
} | {
  key: 'smaller_range';
} | {
  key: 'ask_normal_play';
} | {
  key: 'ask_misere';
  game: string;
  start: string;
} | {
  key: 'ask_position';
  game: string;
  start: string;
} | {
  key: 'ask_positions';
} | {
  key: 'no_parameters';
} | {
  key: 'give_parameter';
  name: string;
} | {
  key: 'did_you_mean';
  word: string;
} | {
  key: 'did_you_mean_or_give';
  word: string;
  name: string;
} | {
  key: 'look_at_games';
} | {
  key: 'look_at_rules';
} | {
  key: 'look_at_table';
} | {
  key: 'in_quotes';
} | {
  key: 'both_corners';
} | {
  key: 'last_below_first';
} | {
  key: 'write';
  example: string;
} | {
  key: 'write_either';
  example: string;
  other: string;
} | {
  key: 'product_with';
  example: string;
} | {
  key: 'set_up_to';
  name: string;
} | {
  key: 'move_arrow';
} | {
  key: 'choice_in';
} | {
  key: 'join_by_and';
} | {
  key: 'join_by_or';
} | {
  key: 'drops_remainder';
} | {
  key: 'power_or_set';
} | {
  key: 'power_is';
} | {
  key: 'shift_left';
} | {
  key: 'shift_right';
} | {
  key: 'shift_both';
} | {
  key: 'take_set';
} | {
  key: 'take_set_or_rule';
} | {
  key: 'set_in_braces';
} | {
  key: 'xor_bits';
} | {
  key: 'shared_bits';
} | {
  key: 'joint_bits';
} | {
  key: 'remainder';
} | {
  key: 'value_if_else';
} | {
  key: 'value_if';
} | {
  key: 'then_is_value';
} | {
  key: 'conditions_follow_if';
} | {
  key: 'kinds_by_bar';
} | {
  key: 'no_step';
} | {
  key: 'range_both_ends';
} | {
  key: 'two_dots';
} | {
  key: 'list_or_set';
} | {
  key: 'several_coordinates';
  name: string;
} | {
  key: 'what_sets_are';
} | {
  key: 'each_is_a_part';
} | {
  key: 'is_a_set';
  word: string;
} | {
  key: 'functions_are';
  words: string;
} | {
  key: 'integers_up_to';
  most: number;
} | {
  key: 'picture_on_one_line';
} | {
  key: 'final_decides';
} | {
  key: 'leave_out';
  text: string;
} | {
  key: 'name_shared';
} | {
  key: 'condition_in_moves';
} | {
  key: 'coordinates_are';
  names: string;
} | {
  key: 'set_of_one';
  name: string;
} | {
  key: 'only_coordinates_endless';
  low: string;
} | {
  key: 'through_a_set';
  example: string;
} | {
  key: 'endless_taking';
} | {
  key: 'codes_look_like';
} | {
  key: 'positions_have';
  text: string;
} | {
  key: 'end_table_at';
  last: string;
} | {
  key: 'corner_counts';
  least: number;
  most: number;
} | {
  key: 'scores_need_end';
} | {
  key: 'one_or_coordinates';
} | {
  key: 'ask_one';
} | {
  key: 'only_normal_adds_up';
} | {
  key: 'smaller_position';
} | {
  key: 'smaller_board';
} | {
  key: 'graphs_can';
} | {
  key: 'known_further';
} | {
  key: 'last_size';
} | {
  key: 'from_zero';
} | {
  key: 'base_at_least_two';
} | {
  key: 'shorten_range';
} | {
  key: 'places_are_those';
  words: string;
} | {
  key: 'stand_alone';
  example: string;
} | {
  key: 'after_set';
  example: string;
  place: string;
  other: string;
} | {
  key: 'another_name';
} | {
  key: 'name_in_quotes';
} | {
  key: 'compare_size';
} | {
  key: 'choose_or_give';
  name: string;
} | {
  key: 'one_of';
  words: string;
} | {
  key: 'with_spaces';
} | {
  key: 'with_commas';
  names: string;
} | {
  key: 'up_to';
  most: number;
} | {
  key: 'at_least';
  low: number;
} | {
  key: 'between';
  low: number;
  high: number;
} | {
  key: 'one_a_line';
} | {
  key: 'gains_or_sizes';
} | {
  key: 'sizes_line';
} | {
  key: 'in_or_out';
} | {
  key: 'numbers_up_to';
  most: number;
} | {
  key: 'sides_up_to';
  short: number;
  long: number;
} | {
  key: 'cells_up_to';
  most: number;
  example: string;
} | {
  key: 'zero_is_ground';
  example: string;
} | {
  key: 'lengths_by_or';
} | {
  key: 'as_edges';
};

/** A nim-sum, to be shown in binary columns. */
export interface NimSum {
  /** The values of the components. */
  terms: Nimber[];
  /** Their sum. */
  sum: Nimber;
}

/** The value `*n` of an impartial game: the size of the Nim heap it equals. */
export type Nimber = Int;

/** A state of the game. */
export interface Node {
  /** Its number. */
  id: Vertex;
  /** The position. */
  label: string;
  /** The position as it is written in its shape: cut if it is long, a board row by row. */
  lines: string[];
  /** The position, component by component. */
  position: Place[];
  /** Who wins. */
  outcome: Outcome;
  /** Its value, where values decide. */
  value: Value | null;
  /** How long it lasts, where known. */
  remoteness: number | null;
  /** Its layer, 0 at the bottom. */
  rank: number;
  /** The states that its winning moves lead to. */
  wins: Vertex[];
  /** The centre. */
  x: number;
  /** The centre. */
  y: number;
  /** From the left end to the right. */
  width: number;
  /** From top to bottom. */
  height: number;
  /** Moves of an opened position that are not drawn. */
  left_out?: number;
  /** The mover's best difference in a scoring game. */
  score?: number;
}

/** The values that the options of a component have; where they are many, what they are. */
export type OptionValues = {
  key: 'listed';
  /** The values. */
  values: Nimber[];
} | {
  key: 'all_below';
  /** The least that is missing. */
  below: Nimber;
} | {
  key: 'all_but';
  /** The greatest. */
  to: Nimber;
  /** The one that is missing. */
  but: Nimber;
};

/** Who wins under best play. */
export type Outcome = 'N' | 'P' | 'D';

/** A parameter. */
export interface Parameter {
  /** Its name. */
  name: string;
  /** Its value, as it is written. */
  value: string;
}

/** A component that a move leads to, or many copies of one. */
export type Part = Place | {
  /** How many. */
  count: Int;
  /** Of what. */
  of: Place;
};

/** A period report as scripts read it. */
export interface Period {
  /** `proved`, `seen` or `unknown`. */
  verdict: 'proved' | 'seen' | 'unknown';
  /** The first index of the periodic part, if it is known. */
  preperiod: number | null;
  /** The least period. */
  period: number | null;
  /** What each period adds to the values. */
  saltus: number | null;
  /** How many heaps were computed. */
  limit: number;
  /** The heaps whose value differs from the periodic pattern, the first thousand of them. */
  exceptions: number[];
  /** How many such heaps there are. */
  exceptions_total: number;
  /** Whether they were looked for: without a period there are none, and a run in bounded memory no longer knows them. */
  exceptions_known: boolean;
  /** The theorem behind a proof, in English. */
  theorem: string | null;
  /** The same as data. */
  proved_by: Theorem | null;
  /** The engine and why it was chosen. */
  plan: PlanReport;
  /** If it is not, for a period that was found in bounded memory: the least and the most that it can be. */
  preperiod_between?: [number, number];
}

/** A piece of a rule that is wanted somewhere, or found there. */
export type Piece = {
  key: 'token';
  text: string;
} | {
  key: 'reserved';
  text: string;
} | {
  key: 'end_of_text';
} | {
  key: 'end_of_rule';
} | {
  key: 'end_of_move';
} | {
  key: 'end_of_value';
} | {
  key: 'integer';
} | {
  key: 'number';
} | {
  key: 'named_value';
} | {
  key: 'condition';
} | {
  key: 'name';
} | {
  key: 'set';
} | {
  key: 'several_values';
} | {
  key: 'parameter_name';
} | {
  key: 'coordinate_name';
} | {
  key: 'variable_name';
} | {
  key: 'label';
} | {
  key: 'before_value';
  text: string;
} | {
  key: 'after_coordinates';
  text: string;
} | {
  key: 'after_variable';
  text: string;
} | {
  key: 'after_word';
  text: string;
  word: string;
} | {
  key: 'after_index';
  text: string;
} | {
  key: 'after_arguments';
  text: string;
} | {
  key: 'to_close';
  text: string;
};

/** Pieces of which any one would do. */
export type Pieces = Piece[];

/** A component as people and scripts see it: a heap is a number, several coordinates are a list. */
export type Place = Coordinate | Coordinate[];

/** Several places that a move leaves. */
export type Places = string[];

/** The engine that answered. */
export interface PlanReport {
  engine: string;
  why: string;
  key: EngineName;
  because: Fit;
  largest?: number;
}

/** What happens to the player who cannot move. */
export type Play = 'normal' | 'misere';

/** A place in a drawing. */
export interface Point {
  /** To the right. */
  x: number;
  /** Downwards. */
  y: number;
}

/** A question. */
export interface Question {
  /** What is asked. */
  verb: Verb;
  /** The first corner of a table. */
  from?: number[] | null;
  /** The language of a program; C++ if absent. */
  language?: Language | null;
  /** What the layers of a graph stand for. */
  layers?: Layers;
  /** Parameters of the rules, their values as text. */
  lets?: Record<string, string>;
  /** How many heaps a search for a period may look at. */
  limit?: number | null;
  /** At most about this many bytes are answered: a table that must become longer is refused while it is made. */
  max_answer?: number | null;
  /** At most about this much memory is used for tables. */
  max_bytes?: number | null;
  /** At most this many positions are visited. */
  max_positions?: number | null;
  /** The most positions that a graph may show. */
  nodes?: number | null;
  /** The positions whose moves a graph shows; all if absent. */
  opened?: string[][] | null;
  /** Normal or misère play, if not as the rules say. */
  play?: Play | null;
  /** The components of the position: `7`, or `2,3` for two coordinates. */
  position?: string[];
  /** A rule text, a code, a phrase or a name of the catalogue. */
  rules?: string;
  /** The last corner of a table; if absent the table goes as far as is done soon. */
  to?: number[] | null;
  /** How many moves of an opened position a graph shows, the best first, and as many more each time that it is named again; all if absent. */
  width?: number | null;
}

/** How far an engine goes. */
export type Reach = {
  key: 'any_size';
} | {
  key: 'both_games';
} | {
  key: 'once_period';
} | {
  key: 'once_arithmetic';
} | {
  key: 'if_period';
} | {
  key: 'heaps';
  limit: number;
} | {
  key: 'positions';
  limit: number;
} | {
  key: 'met';
  limit: number;
} | {
  key: 'met_or_window';
  limit: number;
  window: Fit;
};

/** Rules as they were read. */
export interface Reading {
  /** The rule, written out and tidied. */
  rules: string;
  /** The short name, if they are in the catalogue. */
  name: string | null;
  /** The full name. */
  title: string | null;
  /** The rule in English. */
  words: string[];
  /** The same as data. */
  sentences: RuleSentence[];
  /** What is probably not meant, in English. */
  warnings: string[];
  /** The same as data. */
  cautions: Warning[];
  /** Normal or misère, as the rules say. */
  play: Play;
  /** Whether moves earn points. */
  scores: boolean;
  /** Whether the final position decides who wins. */
  ends: boolean;
  /** Whether a move may leave several components. */
  splits: boolean;
  /** Whether it is a board, whose positions are texts. */
  board: boolean;
  /** The coordinates. */
  axes: Axis[];
  /** The table of its values, if there is one. */
  table: Tabled | null;
  /** The parameters and their values. */
  parameters: Parameter[];
  /** A small position and its moves. */
  example: Example;
  /** A position to start from, as arguments of the command line. */
  start: string[];
  /** What the planner thought of each shape, up to the first that fits. */
  considered: Considered[];
}

/** Why the answer is right, in words and figures. */
export interface Reason {
  words: string[];
  sentences: Sentence[];
  mex?: WrittenMex;
  nim_sum?: NimSum;
}

/** The answer to "who wins this position?". */
export interface Report {
  /** Who wins. */
  outcome: Outcome;
  /** The value of the sum: a nimber, or a loopy value; absent where values do not decide. */
  value: Value | null;
  /** The components and their values. */
  components: ComponentReport[];
  /** Every winning move; in a scoring game every move that reaches the score. */
  winning_moves: Move[];
  /** The one to choose: of the winning moves a fastest one; where none wins the one that holds out longest. */
  best_move: Move | null;
  /** How many moves the game lasts under best play (the winner hurries, the loser delays), where known. */
  remoteness: number | null;
  /** The engine and why it was chosen. */
  plan: PlanReport;
  /** What it took. */
  cost: Cost;
  /** Why the answer is right. */
  reason: Reason;
  /** Whether all moves were looked at; if not, there may be winning moves that are not listed. */
  moves_complete?: boolean;
  /** The mover's best difference in a scoring game. */
  score?: number;
  /** What the search of a board took. */
  search?: SearchCost;
}

/** One sentence of how a game was read. */
export type RuleSentence = {
  key: 'title';
  /** What it is called. */
  title: string;
} | {
  key: 'written';
  /** In words. */
  positions: string;
} | CoordinateWords & {
  key: 'number';
} | {
  key: 'coordinates';
  /** Each of them. */
  coordinates: CoordinateWords[];
} | {
  key: 'move';
  /** The coordinates before it. */
  from: string;
  /** What it leaves. */
  to: Target;
  /** The choices and conditions, in order. */
  clauses: Clause[];
  /** What it earns. */
  gain?: string;
  /** What it is called. */
  label?: string;
} | {
  key: 'on_board';
  /** What boards look like, by its name in the language. */
  universe: string;
} | {
  key: 'shows';
  /** The picture before it. */
  before: string;
  /** The picture after it. */
  after: string;
  /** Whether it may be turned and mirrored. */
  turned: boolean;
  /** What it is called. */
  label?: string;
} | {
  key: 'over_if';
  /** The condition. */
  condition: string;
} | {
  key: 'over_all_if';
  /** The condition. */
  condition: string;
} | {
  key: 'every_play_ends';
} | {
  key: 'may_go_on';
} | {
  key: 'falls_apart';
  /** How many have a move. */
  parts: number;
} | {
  key: 'runs_are_heaps';
  /** The rule of numbers by which they are played. */
  rules: string;
} | {
  key: 'places_are_heaps';
  /** The rule of numbers by which it is played. */
  rules: string;
} | {
  key: 'looks_alike';
  /** How many there are, the one that changes nothing among them. */
  ways: number;
} | {
  key: 'larger_total';
} | {
  key: 'wins_if';
  /** The condition. */
  condition: string;
} | {
  key: 'loses_if';
  /** The condition. */
  condition: string;
} | {
  key: 'misere_play';
} | {
  key: 'normal_play';
};

/** What a search through a board took. It depends on the number of threads, the answer does not. */
export interface SearchCost {
  /** Positions whose moves were looked at. */
  positions: number;
  /** Positions that the table remembers. */
  table_entries: number;
  /** How many bytes the table takes. */
  table_bytes: number;
  /** The same for each second, where somebody has a clock: the library has none. */
  positions_per_second?: number;
}

/** One step of the argument why an answer is right. */
export type Sentence = {
  key: 'empty_sum';
} | {
  key: 'no_move';
} | {
  key: 'heap_lost';
  /** Its value. */
  value: Nimber;
} | {
  key: 'heap_won';
  /** Its value. */
  value: Nimber;
} | {
  key: 'sum_lost';
  /** The nim-sum. */
  sum: Nimber;
} | {
  key: 'sum_won';
  /** The nim-sum. */
  sum: Nimber;
} | {
  key: 'loopy_lost';
  /** The value. */
  value: Value;
} | {
  key: 'loopy_won';
  /** The value. */
  value: Value;
} | {
  key: 'loopy_both';
  /** The value. */
  value: Value;
} | {
  key: 'loopy_drawn';
  /** The value. */
  value: Value;
} | {
  key: 'misere_nim';
  /** The nim-sum of the heaps. */
  sum: number;
} | {
  key: 'quotient_product';
  /** The product of the components in the quotient. */
  product: string;
  /** Whether the mover wins. */
  won: boolean;
} | {
  key: 'misere_odd';
  /** How many. */
  ones: number;
} | {
  key: 'misere_even';
  /** How many. */
  ones: number;
} | {
  key: 'followed_won';
  /** How many moves it lasts, where known. */
  moves: number | null;
} | {
  key: 'followed_lost';
  /** How many moves it lasts, where known. */
  moves: number | null;
} | {
  key: 'followed_drawn';
} | {
  key: 'misere_sum';
} | {
  key: 'ahead';
  /** By how many points. */
  by: number;
} | {
  key: 'level';
} | {
  key: 'behind';
  /** By how many points. */
  by: number;
} | {
  key: 'periodic';
  /** Whether the mover wins here. */
  won: boolean;
} | {
  key: 'golden_ratio';
  /** Whether the mover wins here. */
  won: boolean;
} | {
  key: 'proved_automaton';
  /** Whether the mover wins here. */
  won: boolean;
} | {
  key: 'struck';
  /** Whether the mover wins here. */
  won: boolean;
} | {
  key: 'counted';
  /** All. */
  all: number;
  /** Those that the mover wins. */
  won: number;
  /** Those that the mover loses. */
  lost: number;
  /** Those that nobody wins. */
  drawn: number;
} | {
  key: 'board_won';
} | {
  key: 'board_lost';
} | {
  key: 'board_drawn';
} | {
  key: 'theorem';
  /** Which. */
  theorem: BoardTheorem;
} | {
  key: 'partisan_elsewhere';
  /** The name that was asked for. */
  name: string;
  /** The name of the board here. */
  board: string;
  /** What the board is called. */
  title: string;
} | {
  key: 'edges_apart';
  /** How many. */
  count: number;
  /** The same edges as one graph. */
  together: string;
} | {
  key: 'too_many_moves';
} | {
  key: 'draw_moves';
  /** How many. */
  count: number;
  /** The first of them by name. */
  first: string[];
  /** How many there are beside these. */
  more: number;
} | Movement & {
  key: 'wins';
} | Movement & {
  key: 'reaches';
} | Movement & {
  key: 'as_good';
} | Movement & {
  key: 'holds_out';
} | Movement & {
  key: 'keeps_draw';
};

/** A set of numbers. */
export type SetWords = {
  key: 'or_more';
} | {
  key: 'at_least';
  low: string;
} | {
  key: 'range';
  low: string;
  high: string;
} | {
  key: 'members';
  set: string;
} | {
  key: 'list';
  name: string;
} | {
  key: 'squares';
  last: string;
} | {
  key: 'divisors';
  of: string;
} | {
  key: 'primes';
  last: string;
} | {
  key: 'powers';
  base: string;
  last: string;
} | {
  key: 'powers_of_two';
  last: string;
} | {
  key: 'fibonacci';
  last: string;
} | {
  key: 'triangular';
  last: string;
} | {
  key: 'factorials';
  last: string;
};

/** A shape of rules that the planner looks for. */
export type ShapeName = 'nim_heap' | 'take_up_to' | 'divisors' | 'closed_form' | 'finite_subtraction' | 'take_all_but' | 'amount_set' | 'one_or_all' | 'staircase_nim' | 'laskers_nim' | 'taking_and_breaking' | 'bounded_step' | 'falling' | 'any_rules' | 'mini_max' | 'misere_nim' | 'retrograde';

/** A drawn position. Lengths are in units of about one line, or one cell. */
export interface Sketch {
  /** The places: cells or vertices. */
  points: SketchPoint[];
  /** The edges. */
  lines: SketchLine[];
  /** How places look. */
  tiles: SketchTiles;
  /** Every move, by what it changes; none if they are too many. */
  moves: SketchChange[];
  /** Whether what leaves the drawing on one side comes back on the other. */
  wraps?: boolean;
}

/** A move as it is seen in a drawing. Things are numbered: the points first, then the lines. */
export interface SketchChange {
  /** What it leaves of the component, as it is written; with ` & ` between the parts if they are several. */
  leaves: string;
  /** The things that it changes. */
  things: number[];
  /** What stands there afterwards, one for one. */
  signs: string[];
  /** The things that the rule itself names, where it does; they tell the move better than all that it changes. */
  picks?: number[];
}

/** An edge of a drawing. */
export interface SketchLine {
  /** The two vertices, as places in `Sketch::points`. */
  ends: [number, number];
  /** What the move that takes this edge leaves of the component. */
  leaves: string | null;
  /** `.` for an edge that is gone. */
  sign?: string;
}

/** A place of a drawing. */
export interface SketchPoint {
  /** Names the same place in every position of a game. */
  id: string;
  /** To the right. */
  x: number;
  /** Downwards. */
  y: number;
  /** Whether it is the ground, which cannot be taken. */
  ground: boolean;
  /** What the move that takes this vertex leaves of the component. */
  leaves: string | null;
  /** What stands there: a letter or a number, `o` for a member of a set, `.` for nothing; `*` behind it is the piece that moves about. Empty where there is nothing to tell. */
  sign?: string;
}

/** How the places of a drawing look. */
export type SketchTiles = 'vertices' | 'ring' | 'squares' | 'hexagons' | 'letters' | 'stacks';

/** A range of bytes. */
export interface Span {
  /** The first of them. */
  start: number;
  /** The first that is behind them. */
  end: number;
}

/** A table over one or two coordinates. */
export interface Table {
  /** The names of the coordinates. */
  axes: string[];
  /** The values of the first coordinate. */
  rows: Coordinate[];
  /** The values of the second coordinate; empty if there is only one. */
  columns: Coordinate[];
  /** Row by row. */
  cells: Cell[][];
}

/** A table that can be asked for. */
export interface Tabled {
  /** Its last corner if nobody says; it ends earlier if that takes too much work. */
  to: number[];
  /** Whether there is nothing beyond that corner. */
  whole: boolean;
  /** How the position of a cell is written, with `{row}` and `{column}` for its coordinates. */
  cell: string;
}

/** What a move leaves. */
export type Target = {
  key: 'nothing';
} | {
  key: 'one';
  place: string;
} | {
  key: 'copies';
  place: string;
} | {
  key: 'both';
  places: Places;
} | {
  key: 'all';
  places: Places;
};

/** What turns finitely many values into all of them. */
export type Theorem = 'window' | 'guy-smith' | 'sparse-window' | 'sums' | 'all-but' | 'rows' | 'closed-form' | 'automaton';

/** Theorems, of which English says the names. */
export type Theorems = BoardTheorem[];

/** The value of a game with cycles: what it adds to every sum. */
export type Value = Nimber | {
  inf: Nimber[];
};

/** What is asked. */
export type Verb = 'read' | 'cost' | 'solve' | 'moves' | 'table' | 'period' | 'layout' | 'svg' | 'dot' | 'plot' | 'code' | 'games';

/** A vertex of a `Graph`: one position of the game. */
export type Vertex = number;

/** What rules say that their author probably does not mean. */
export type Warning = {
  key: 'empty_domain';
  range: string;
  name: string;
} | {
  key: 'empty_choice';
  range: string;
  name: string;
} | {
  key: 'pass';
  name: string;
} | {
  key: 'always_pass';
};

/** A mex as scripts read it. */
export interface WrittenMex {
  options: string;
  values: OptionValues;
  mex: Nimber;
}

/** What is answered to each verb. */
export interface Answers {
  read: Reading;
  cost: Cost2;
  solve: Report;
  moves: Moves;
  table: Table;
  period: Period;
  layout: Drawing;
  svg: {
    /** The text of a file. */
    text: string;
  };
  dot: {
    /** The text of a file. */
    text: string;
  };
  plot: {
    /** The text of a file. */
    text: string;
  };
  code: {
    /** The text of a file. */
    text: string;
  };
  games: {
    /** Every game of the catalogue. */
    games: Entry[];
    /** Every board with a name. */
    boards: Board[];
  };
}
