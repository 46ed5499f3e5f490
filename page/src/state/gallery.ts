// The games of the gallery: the catalogue, and the boards. One name is one game: where rules and a board share it, the
// entry says which positions the board takes besides those of the rules.

import type { Answers, Entry } from '../engine/types';

/** What is told of a game; the rest of its entry is for tests and for the command line. */
export interface Shown extends Pick<Entry, 'name' | 'aliases' | 'title' | 'rules' | 'about' | 'start'> {
  /** How positions of the board of the same name are written. */
  positions?: string;
}

export function gallery({ games, boards }: Answers['games']): Shown[] {
  const board = new Map(boards.map((one) => [one.name, one]));
  const names = new Set(games.map((entry) => entry.name));
  const more = boards.filter((board) => !names.has(board.name)).map(({ name, aliases, title, positions, start }) => ({ name, aliases, title, rules: positions, about: '', start: [start] }));
  return [...games.map(({ name, aliases, title, rules, about, start }) => ({ name, aliases, title, rules, about, start, positions: board.get(name)?.positions })), ...more];
}
