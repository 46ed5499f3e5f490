// The games of the gallery: the catalogue, and the boards that it does not know as rules.

import type { Answers, Entry } from '../engine/types';

export function gallery({ games, boards }: Answers['games']): Entry[] {
  const names = new Set(games.map((entry) => entry.name));
  const more = boards.filter((board) => !names.has(board.name)).map(({ name, aliases, title, positions, start }) => ({
    name, aliases, title, rules: positions, about: '', let: {}, references: [], start: [start], facts: [],
  }));
  return [...games, ...more];
}
