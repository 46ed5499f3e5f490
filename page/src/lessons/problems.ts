// The judged problems, each with the game that it asks about: from its statement to a rule that can be played here.

export interface Problem {
  /** Its name for `grundy contest`. */
  name: string;
  title: string;
  rules: string;
  at?: string;
}

export const PROBLEMS: readonly Problem[] = [
  { name: 'vnoi_boc_soi_123', title: 'VNOI: Bốc sỏi 123', rules: 'take-1-2-3' },
  { name: 'extra_nim_all_winning_moves', title: 'Nim, all winning moves', rules: 'nim', at: '7 10 12 5' },
  { name: 'extra_misere_nim', title: 'Misère Nim', rules: 'misere-nim' },
  { name: 'acwing893_set_nim', title: 'AcWing 893: 集合-Nim', rules: 's-nim' },
  { name: 'kattis_snim', title: 'Kattis: S-Nim', rules: 's-nim' },
  { name: 'extra_grundy_tables', title: 'Grundy tables', rules: 'grundy' },
  { name: 'extra_even_matches', title: 'Even matches', rules: 'even-matches' },
  { name: 'extra_staircase_nim', title: 'Staircase Nim', rules: 'staircase' },
  { name: 'extra_nondecreasing_nim', title: 'Non-decreasing heaps', rules: 'non-decreasing' },
  { name: 'hr_a_chessboard_game', title: 'HackerRank: A Chessboard Game', rules: 'knight' },
  { name: 'hr_chessboard_game_again', title: 'HackerRank: Chessboard Game, Again!', rules: 'knight', at: '5,3 7,7' },
  { name: 'hr_tower_breakers_revisited', title: 'HackerRank: Tower Breakers, Revisited!', rules: 'divisor-game' },
  { name: 'hr_tower_breakers_again', title: 'HackerRank: Tower Breakers, Again!', rules: 'equal-towers' },
  { name: 'abc368f_dividing_game', title: 'AtCoder ABC368 F: Dividing Game', rules: 'divisor-game' },
  { name: 'dhbb_pas', title: 'DHBB: PAS', rules: 'pas' },
  { name: 'dhbb_pawns', title: 'DHBB: PAWNS', rules: 'pawns' },
  { name: 'dhbb_stones', title: 'DHBB: STONES', rules: 'stones' },
  { name: 'dhbb_incstone', title: 'DHBB: INCSTONE', rules: 'incstone' },
  { name: 'dhbb_game', title: 'DHBB: GAME', rules: 'two-down-one-up' },
  { name: 'dhbb_lgame', title: 'DHBB: LGAME', rules: 'lgame' },
  { name: 'cf1312f_attack_on_red_kingdom', title: 'Codeforces 1312F: Attack on Red Kingdom', rules: 'castles' },
  { name: 'cf1451f_nullify_the_matrix', title: 'Codeforces 1451F: Nullify the Matrix', rules: 'nullify' },
  { name: 'cf305e_playing_with_string', title: 'Codeforces 305E: Playing with String', rules: 'strings' },
  { name: 'gym101908b_marbles', title: 'Gym 101908B: Marbles', rules: 'marbles' },
  { name: 'kattis_cuboidslicinggame', title: 'Kattis: Cuboid Slicing Game', rules: 'cuboids' },
  { name: 'vnoi_parigame', title: 'VNOI: PARIGAME', rules: 'parity-table' },
];
