// Rows of cards of which either end is taken: told from the rule, whose two moves shorten a stretch of a list.

import type { Moves, Reading } from '../engine/types';

/** A card, and whether it still lies there. */
export interface Card {
  value: string;
  left: boolean;
}

/** The cards of a position `l,r` over a list of the parameters; nothing for any other game. */
export function ends(reading: Reading, here: Moves): Card[] | undefined {
  if (!reading.scores || reading.axes.length !== 2 || here.position.length !== 1) return undefined;
  const moves = reading.sentences.flatMap((one) => (one.key === 'move' ? [one] : []));
  const list = reading.parameters.find(({ value }) => /^\[.*\]$/.test(value));
  const gains = moves.map(({ gain }) => gain ?? '');
  const [l, r] = reading.axes.map((axis) => axis.name);
  if (!list || moves.length !== 2 || gains.join(' ') !== `${list.name}[${l}] ${list.name}[${r}-1]`) return undefined;
  const [from, to] = (here.position[0] as number[]).map(Number);
  return list.value.slice(1, -1).split(',').map((value, i) => ({ value: value.trim(), left: i >= from! && i < to! }));
}
