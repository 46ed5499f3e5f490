// The engine gives its reasons in English. These are the sentences that it has, so that other languages can say them; one
// that is not here stays as it is.

import { fill, type Texts } from './en';
import { isolate, type Said } from './said';

const MOVE = /^(?:(?<label>[^:]+): )?(?:component (?<component>\d+) )?(?:from (?<from>.+) )?to (?<to>.+)$/;

const PATTERNS = {
  heapLost: /^the component equals a Nim heap of (?<n>\d+): whatever is moved makes it other than 0, and the reply makes it 0 again$/,
  heapWon: /^the component equals a Nim heap of (?<n>\d+): a move that makes it 0 leaves the other player a position of value 0, which is lost$/,
  sumLost: /^the values of the components have the nim-sum (?<n>\d+): whatever is moved makes it other than 0, and the reply makes it 0 again$/,
  sumWon: /^the values of the components have the nim-sum (?<n>\d+): a move that makes it 0 leaves the other player a position of value 0, which is lost$/,
  empty: /^the sum is empty, so the player to move has no move$/,
  noMove: /^there is no move, so the player to move loses$/,
  tooMany: /^there are too many moves to look at them all/,
  loopyLost: /^the value is (?<n>\S+): whatever is moved, the reply makes it 0 again, and the play ends$/,
  loopyWon: /^the value is (?<n>\S+), and some move makes it 0$/,
  loopyBoth: /^the value is (?<n>\S+): one may go on for ever, but also move to 0 and win$/,
  loopyDrawn: /^the value is (?<n>\S+): nobody can force the end, so the play goes on for ever$/,
  misereNim: /^some heap is larger than 1, so the nim-sum decides as in Nim, and it is (?<n>\d+); at the end one leaves an odd number of heaps of 1$/,
  misereOdd: /^there are (?<n>\d+) heaps of 1, an odd number: the mover takes the last one$/,
  misereEven: /^there are (?<n>\d+) heaps of 1, an even number: the other player takes the last one$/,
  followedWon: /^all positions that can come up were followed to the end: the mover wins(?: in (?<n>\d+) moves?)?$/,
  followedLost: /^all positions that can come up were followed to the end: the mover loses(?: in (?<n>\d+) moves?)?$/,
  followedDrawn: /^all positions that can come up were followed: nobody can force the end$/,
  misereSum: /^who cannot move wins, and the whole sum was searched$/,
  ahead: /^with best play on both sides the mover ends (?<n>\d+) ahead of the other player$/,
  level: /^with best play on both sides the mover ends level with the other player$/,
  behind: /^with best play on both sides the mover ends (?<n>\d+) behind the other player$/,
  boardDrawn: /^no move wins, but some keep the draw, for ever if need be$/,
  counted: /^of all (?<n>\d+) positions (?<won>\d+) are won, (?<lost>\d+) lost and (?<drawn>\d+) drawn$/,
  drawMoves: /^(?<n>\d+) moves keep the draw: (?<moves>.+?)(?:; and \d+ more)?$/,
  stealing: /^strategy stealing \(Gale 1974\): /,
  twoRows: /^law of two rows: /,
  twoColumns: /^law of two columns: /,
  nimOnL: /^Nim on an L: /,
  middleDomino: /^symmetry: a domino in the middle wins, /,
  halfTurn: /^symmetry: half a turn /,
  colonFusion: /^colon and fusion principles: /,
  slidingStones: /^theorem of sliding stones: /,
  centres: /^runs of centres: /,
  staircase: /^Staircase Nim: only the stones /,
  neighbours: /^Staircase Nim: the differences /,
  corners: /^table of corners: /,
  antiDiagonals: /^theorem of the anti-diagonals /,
  hotPlaces: /^theorem of hot places: /,
  threeInARow: /^theorem of Treblecross /,
  asGood: /^no move wins; (?<move>.+) is as good as any$/,
  holdsOut: /^no move wins; (?<move>.+) holds out as long as any$/,
  keepsDraw: /^(?<move>.+) keeps the draw$/,
  reaches: /^(?<move>.+) reaches that$/,
  wins: /^(?<move>(?:.+: )?(?:component \d+ )?(?:from .+ )?to .+) wins$/,
} satisfies Record<string, RegExp>;

export type Sentence = keyof typeof PATTERNS;
export type Sentences = Record<Sentence, string>;

const arrow = (words: string, t: Texts): string => {
  const found = MOVE.exec(words)?.groups;
  if (!found) return words;
  const which = found.component ? `${t.component} ${found.component}: ` : '';
  return which + isolate(`${found.label ? `${found.label}: ` : ''}${found.from ? `${found.from} ` : ''}→ ${found.to === 'nothing' ? '∅' : found.to}`);
};

/** A reason in the reader's language, or as the engine said it. */
export function say(sentence: string, t: Texts): Said {
  // As the page writes a value whose set is empty.
  const kept = { text: sentence.replaceAll('∞()', '∞'), translated: false };
  if (!t.sentences) return kept;
  for (const [key, pattern] of Object.entries(PATTERNS) as [Sentence, RegExp][]) {
    const found = pattern.exec(kept.text);
    if (!found) continue;
    const { n = '', move, ...counts } = found.groups ?? {};
    return { text: fill(t.sentences[key], { ...counts, n, move: move === undefined ? '' : arrow(move, t) }), translated: true };
  }
  return kept;
}
