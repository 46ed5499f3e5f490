// The games of the gallery: the catalogue, and the boards. One name is one game: where rules and a board share it, the
// entry says which positions the board takes besides those of the rules.

import type { Answers, Entry } from '../engine/types';

export interface Shown extends Entry {
  /** How positions of the board of the same name are written. */
  positions?: string;
}

export function gallery({ games, boards }: Answers['games']): Shown[] {
  const board = new Map(boards.map((one) => [one.name, one]));
  const names = new Set(games.map((entry) => entry.name));
  const more = boards.filter((board) => !names.has(board.name)).map(({ name, aliases, title, positions, start }) => ({
    name, aliases, title, rules: positions, about: '', let: {}, references: [], start: [start], facts: [],
  }));
  return [...games.map((entry) => ({ ...entry, positions: board.get(entry.name)?.positions })), ...more];
}
