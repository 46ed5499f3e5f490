// The engine reads a rule back in English (engine/src/rules/words.rs). These are the forms of its sentences, so that other
// languages can say them; formulas stay as they are, and a sentence of another form stays English.

import { fill, type Texts } from './en';
import { isolate, type Said } from './said';

export interface Readings {
  number: string;
  coordinates: string;
  orMore: string;
  range: string;
  members: string;
  list: string;
  among: Record<'squares' | 'divisors' | 'primes' | 'powers' | 'Fibonacci' | 'triangular' | 'factorials', string>;
  move: string;
  nothing: string;
  copies: string;
  both: string;
  all: string;
  each: string;
  when: string;
  earning: string;
  endScore: string;
  endWins: string;
  endLoses: string;
  misere: string;
  normal: string;
}

/** A set of numbers in words. */
function set(words: string, r: Readings): string | undefined {
  if (words === '0 or more') return r.orMore;
  const range = /^from (.+?) to (.+)$/.exec(words);
  if (range) return fill(r.range, { a: isolate(range[1]!), b: isolate(range[2]!) });
  const list = /^in the list (.+)$/.exec(words);
  if (list) return fill(r.list, { set: isolate(list[1]!) });
  const members = /^in (.+)$/.exec(words);
  if (members) return fill(r.members, { set: isolate(members[1]!) });
  const among = /^among the (squares|divisors|primes|powers|Fibonacci|triangular|factorials)(?: of| numbers)? (.+)$/.exec(words);
  return among ? fill(r.among[among[1] as keyof Readings['among']], { set: isolate(among[2]!.replace(/ up to /, ' ≤ ')) }) : undefined;
}

/** A coordinate with the set that it is from: `r (from 1 to N)`. */
function coordinate(words: string, r: Readings): string | undefined {
  const [, name, from] = /^(\w+) \((.+)\)$/.exec(words) ?? [];
  const said = from && set(from, r);
  return said && `${isolate(name!)} (${said})`;
}

function position(words: string, r: Readings): string | undefined {
  const one = /^a position is a number (.+)$/.exec(words);
  if (one) {
    const said = coordinate(one[1]!, r);
    return said && fill(r.number, { n: said });
  }
  const many = /^a position has (\d+) coordinates: (.+)$/.exec(words);
  const each = many?.[2]!.split(/(?<=\)), (?=\w+ \()/).map((part) => coordinate(part, r));
  return each?.every((part) => part !== undefined) ? fill(r.coordinates, { n: many![1]!, list: each.join(', ') }) : undefined;
}

/** Where a move leads: one part, several in play, or nothing. */
function target(words: string, r: Readings): string {
  if (words === 'nothing: this component is over') return r.nothing;
  const parts = /^(.+), (all of them|both|all) in play$/.exec(words);
  if (!parts) return isolate(words);
  const form = { 'all of them': r.copies, both: r.both, all: r.all }[parts[2]!]!;
  return fill(form, { to: isolate(parts[1]!.split(' and ').join(' + ')) });
}

function movement(words: string, r: Readings): string | undefined {
  const [main, ...rest] = words.split(/, (?=for each |if |earning )/);
  const move = /^(?:(\w+): )?from (\w+|\([\w,]+\)) to (.+)$/.exec(main!);
  if (!move) return undefined;
  let said = (move[1] ? `${isolate(`${move[1]}:`)} ` : '') + fill(r.move, { from: isolate(move[2]!), to: target(move[3]!, r) });
  for (const part of rest) {
    const each = /^for each (\w+) (.+)$/.exec(part);
    const from = each && set(each[2]!, r);
    if (each && from === undefined) return undefined;
    said += each ? fill(r.each, { n: isolate(each[1]!), set: from! })
      : part.startsWith('if ') ? fill(r.when, { what: isolate(part.slice(3)) })
      : fill(r.earning, { what: isolate(part.slice('earning '.length)) });
  }
  return said;
}

function ending(words: string, r: Readings): string | undefined {
  const own = /^a player without a move (wins|loses) if (.+), and (?:wins|loses) otherwise$/.exec(words);
  if (own) return fill(own[1] === 'wins' ? r.endWins : r.endLoses, { what: isolate(own[2]!) });
  return {
    'the game ends when there is no move; the larger total wins': r.endScore,
    'a player without a move wins (misère play)': r.misere,
    'a player without a move loses (normal play)': r.normal,
  }[words];
}

/** A sentence about the rule in the reader's language, or as the engine said it. */
export function read(words: string, t: Texts): Said {
  const said = t.readings && (position(words, t.readings) ?? movement(words, t.readings) ?? ending(words, t.readings));
  return said === undefined ? { text: words, translated: false } : { text: said, translated: true };
}
