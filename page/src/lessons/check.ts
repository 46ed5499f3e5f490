// Answers of the reader, judged by the engine. A wrong one is refused by a witness: the move, the option or the column that shows why.

import type { Drawing, KnownMove, Moves, Outcome } from '../engine/types';
import { quality, showMove, showSum } from '../state/show';

export type Witness =
  | 'whoWins' | 'whoLoses' | 'whoMissed' | 'whoNone' | 'whoEnd'
  | 'moveRight' | 'moveWrong' | 'scoreRight' | 'scoreWrong'
  | 'labelRight' | 'labelOpen' | 'labelEnd' | 'labelToP' | 'labelAllN' | 'labelDraw'
  | 'sumRight' | 'sumWrong'
  | 'mexRight' | 'mexHas' | 'mexEarlier'
  | 'balanceRight' | 'balanceWrong';

export interface Verdict {
  right: boolean;
  said: Witness;
  /** What the sentence names. */
  parts: Record<string, string>;
  /** The places of a graph, or the option, that the sentence is about. */
  at?: number[];
}

/** Asks the engine about a position. */
export type Look = (position: string[]) => Promise<Moves>;

const winning = (here: Moves): KnownMove | undefined => here.moves.find((move) => quality(move.then, here, move.gain) === 'winning');
const told = (move: KnownMove, here: Moves): string => showMove(move, here.position[move.component]);
const words = (position: Moves['position']): string[] => position.map((place) => (Array.isArray(place) ? place.join(',') : String(place)));

/** Who wins? */
export async function who(here: Moves, said: Outcome, look: Look): Promise<Verdict> {
  const win = winning(here);
  if (win) return { right: said === 'N', said: said === 'N' ? 'whoWins' : 'whoMissed', parts: { move: told(win, here), then: showSum(win.then.position) } };
  if (said === 'P') return { right: true, said: 'whoLoses', parts: {} };
  const [first] = here.moves;
  if (!first) return { right: false, said: 'whoEnd', parts: {} };
  const there = await look(words(first.then.position));
  const reply = winning(there);
  return { right: false, said: 'whoNone', parts: { move: told(first, here), reply: reply ? told(reply, there) : '' } };
}

/** What the mover ends ahead by after a move that earns points. */
const lead = (move: KnownMove): number => (move.gain ?? 0) - (move.then.score ?? 0);

/** Is it a winning move, or the best where points count? */
export async function move(here: Moves, chosen: KnownMove, look: Look): Promise<Verdict> {
  if (here.score !== undefined) {
    const best = winning(here)!;
    const right = lead(chosen) === here.score;
    const parts = { move: told(chosen, here), n: String(lead(chosen)), best: told(best, here), most: String(here.score) };
    return { right, said: right ? 'scoreRight' : 'scoreWrong', parts };
  }
  const parts = { move: told(chosen, here), then: showSum(chosen.then.position) };
  if (quality(chosen.then, here, chosen.gain) === 'winning') return { right: true, said: 'moveRight', parts };
  const there = await look(words(chosen.then.position));
  const reply = winning(there);
  return { right: false, said: 'moveWrong', parts: { ...parts, reply: reply ? told(reply, there) : '', left: reply ? showSum(reply.then.position) : '' } };
}

/** The labels of a graph, from its ends: the first that is wrong is told, since those before it show it. */
export function label(drawing: Drawing, given: Map<number, Outcome>): Verdict {
  const order = [...drawing.nodes].sort((a, b) => (a.remoteness ?? Infinity) - (b.remoteness ?? Infinity));
  for (const node of order) {
    const options = drawing.edges.filter((edge) => edge.from === node.id).map((edge) => drawing.nodes[edge.to]!);
    const wrong = given.has(node.id) && given.get(node.id) !== node.outcome;
    if (!wrong) continue;
    const lost = options.find((option) => option.outcome === 'P');
    const parts = { node: node.label, to: lost?.label ?? '', list: options.map((option) => option.label).join(', ') };
    const said = node.outcome === 'D' ? 'labelDraw' : options.length === 0 ? 'labelEnd' : lost ? 'labelToP' : 'labelAllN';
    return { right: false, said, parts, at: [node.id, ...(lost ? [lost.id] : options.map((option) => option.id))] };
  }
  const open = order.find((node) => !given.has(node.id));
  if (open) return { right: false, said: 'labelOpen', parts: { node: open.label }, at: [open.id] };
  return { right: true, said: 'labelRight', parts: { list: drawing.nodes.filter((node) => node.outcome === 'P').map((node) => node.label).join(', ') } };
}

/** The nim-sum: the highest column that is wrong, and how many ones stand in it. */
export function sum(terms: number[], right: number, said: number): Verdict {
  if (said === right) return { right: true, said: 'sumRight', parts: { n: String(right) } };
  const column = 2 ** Math.floor(Math.log2(said ^ right));
  const ones = terms.filter((term) => Math.floor(term / column) % 2 === 1).length;
  return { right: false, said: 'sumWrong', parts: { column: String(column), n: String(ones), digit: String(ones % 2) } };
}

/** The least value that no option has: refused by the option that has it, or by a smaller one that none has. */
export function mex(here: Moves, said: number): Verdict {
  const found = here.moves.findIndex(({ then }) => Number(then.value) === said);
  if (found >= 0) return { right: false, said: 'mexHas', parts: { option: showSum(here.moves[found]!.then.position), n: String(said) }, at: [found] };
  const right = Number(here.value);
  return said === right ? { right: true, said: 'mexRight', parts: { n: String(right) } } : { right: false, said: 'mexEarlier', parts: { n: String(said), least: String(right) } };
}

/** A Nim heap beside a game: refused by the move that wins the sum. */
export function balance(here: Moves, heap: number): Verdict {
  const win = winning(here);
  return win ? { right: false, said: 'balanceWrong', parts: { n: String(heap), move: told(win, here) } } : { right: true, said: 'balanceRight', parts: { n: String(heap) } };
}
