// What the engine says as data, in the reader's language; in English as the engine itself words it.

import type { Considered, Failure, OptionValues, Part, Period, Place, PlanReport, RuleSentence, Sentence, Value, Warning } from '../engine/types';
import type { Keyed, Keys } from '../engine/keys';
import { showParts, showPlace, showValue } from '../state/show';
import { fill, prose, type Texts } from './en';
import type { Spoken } from './spoken';

export interface Said {
  text: string;
  /** Whether it is no longer the engine's English. */
  translated: boolean;
}

/** A formula or a move reads from left to right in any language. */
export const isolate = (text: string): string => `\u2066${text}\u2069`;

/** The same where it is needed: in a text that runs the other way. */
export const apart = (text: string): string => (document.documentElement.dir === 'rtl' ? isolate(text) : text);

type Group = Exclude<keyof Keys, 'steps'>;

/** Groups whose parts are data themselves. */
const NESTED: Record<string, Group> = { fault: 'faults', window: 'fits', found: 'pieces' };
/** Those that have bytes in their parts. */
const IN_BYTES = ['too_much_memory', 'answer_too_long', 'bytes_beyond_any_machine', 'search_too_large'];

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

function bytes(count: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(count, 1)) / 10), UNITS.length - 1);
  return isolate(`${power ? (count / 1024 ** power).toFixed(1) : count} ${UNITS[power]!}`);
}

/** The parts by name. */
type Parts = Keyed & Record<string, unknown>;

const isKeyed = (value: unknown): value is Parts => typeof value === 'object' && value !== null && 'key' in value;

/** A text by its key; nothing if an engine of another version has one that is not here. */
const textOf = (group: Group, key: string, s: Spoken): string | undefined => (s[group] as Record<string, string>)[key];

function speak(group: Group, data: Parts, t: Texts, s: Spoken): string | undefined {
  const text = textOf(group, data.key, s);
  return text === undefined ? undefined : fill(text, { ...plainParts(group, data, t, s), ...wholeParts(data, t, s) });
}

/** Each part by itself. */
function plainParts(group: Group, data: Parts, t: Texts, s: Spoken): Record<string, string> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, part(group, data.key, name, value, t, s)]));
}

function part(group: Group, key: string, name: string, value: unknown, t: Texts, s: Spoken): string {
  const nested = NESTED[name];
  if (nested && isKeyed(value)) return speak(nested, value, t, s) ?? '';
  if (name === 'set') return set(group, value, t, s);
  if (name === 'theorem') return textOf('theorems', String(value), s) ?? '';
  // What a theorem is called stands before the colon, in every language.
  if (name === 'theorems') return (value as string[]).map((one) => textOf('theorems', one, s)?.split(/[:：]/)[0]).join('; ');
  if (name === 'wanted' && Array.isArray(value)) return choice(value as Parts[], t, s);
  if (name === 'place' && typeof value !== 'string') return isolate(showPlace(value as Place));
  if (name === 'to' && isKeyed(value)) return speak('targets', value, t, s) ?? '';
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return isolate(value.join(name === 'places' ? ' + ' : name === 'first' ? '; ' : ', '));
  if (IN_BYTES.includes(key) && name !== 'met' && typeof value === 'number') return bytes(value);
  if (typeof value === 'string') return isolate(value);
  return name === 'value' ? showValue(value as Value) : String(value);
}

function set(group: Group, value: unknown, t: Texts, s: Spoken): string {
  if (isKeyed(value)) return speak('sets', value, t, s) ?? '';
  if (typeof value === 'object' && value !== null) return fill(s.amounts.powers, { n: String((value as { powers: unknown }).powers) });
  const named = group === 'fits' ? (s.amounts as Record<string, string>)[String(value)] : undefined;
  return named ?? isolate(String(value));
}

function choice(pieces: Parts[], t: Texts, s: Spoken): string {
  const all = pieces.map((piece) => speak('pieces', piece, t, s) ?? '');
  const last = all.pop() ?? '';
  return all.length ? `${all.join(', ')}${s.or}${last}` : last;
}

/** What several parts make together, or a part that may be missing. */
function wholeParts(data: Parts, t: Texts, s: Spoken): Record<string, string> {
  const { key, label, clauses, gain } = data;
  if (key === 'move') {
    return {
      label: label === undefined ? '' : `${isolate(`${String(label)}:`)} `,
      clauses: (clauses as Parts[]).map((clause) => speak('clauses', clause, t, s) ?? '').join(''),
      gain: gain === undefined ? '' : fill(s.earning, { gain: isolate(String(gain)) }),
    };
  }
  if (key === 'shows') {
    return { label: label === undefined ? '' : `${isolate(`${String(label)}:`)} `, turning: data.turned === true ? s.turned : s.asDrawn };
  }
  if (key === 'number') return { coordinate: coordinate(data, t, s) };
  if (key === 'coordinates' && Array.isArray(data.coordinates)) {
    const all = data.coordinates as Parts[];
    return { n: String(all.length), coordinates: all.map((one) => coordinate(one, t, s)).join(', ') };
  }
  if (key === 'all_below') return { top: String(BigInt(data.below as number | bigint) - 1n) };
  return {
    move: Array.isArray(data.to) ? movement(data, t) : '',
    last: data.moves === null || data.moves === undefined ? '' : fill(s.inMoves, { n: String(data.moves) }),
    rest: data.more ? fill(s.andMore, { n: String(data.more) }) : '',
    here: data.won === true ? s.wonHere : s.lostHere,
  };
}

const coordinate = (data: Parts, t: Texts, s: Spoken): string => `${isolate(String(data.name))} (${set('readings', data.set, t, s)})`;

/** A move with its component, which people count from 1. */
function movement(data: Parts, t: Texts): string {
  const { label, component, from, to } = data as Parts & { label?: string; component?: number; from?: Place; to: Part[] };
  const which = component === undefined ? '' : `${t.component} ${prose.digits(String(component + 1))}: `;
  return which + isolate(`${label ? `${label}: ` : ''}${from === undefined ? '' : `${showPlace(from)} `}→ ${showParts(to)}`);
}

/** Anything that the engine says. */
export function said(group: Group, data: Keyed | undefined, english: string, t: Texts): Said {
  const text = data && t.spoken && speak(group, data as Parts, t, t.spoken);
  return text === undefined ? { text: english, translated: false } : { text, translated: true };
}

/** A reason. As the page writes a value whose set is empty. */
export const reason = (data: Sentence | undefined, english: string, t: Texts): Said => said('sentences', data, english.replaceAll('∞()', '∞'), t);

/** How a rule was read; what is written about a board is told elsewhere. */
export const reading = (data: RuleSentence | undefined, english: string, t: Texts): Said =>
  said('readings', data?.key === 'title' || data?.key === 'written' ? undefined : data, english, t);

export const caution = (data: Warning | undefined, english: string, t: Texts): Said => said('warnings', data, english, t);

/** The engine that answered, and why. */
export function plan({ engine, why, key, because, largest }: PlanReport, t: Texts): Said {
  const name = t.spoken && textOf('engines', key, t.spoken);
  const fit = said('fits', because, why, t);
  if (!name || !fit.translated) return { text: `${engine}: ${why}`, translated: false };
  return { text: `${name}: ${fit.text}${largest === undefined ? '' : fill(t.spoken!.largest, { n: String(largest) })}`, translated: true };
}

/** What the planner thought of a shape. */
export function thought({ shape, matched, why, reach, key, because, extent }: Considered, t: Texts): { shape: string; why: string; reach?: string; translated: boolean } {
  const name = t.spoken && textOf('shapes', key, t.spoken);
  const told = said(matched ? 'fits' : 'misfits', because, why, t);
  if (!name || !told.translated) return { shape, why, reach, translated: false };
  return { shape: name, why: told.text, reach: extent && said('reaches', extent, reach ?? '', t).text, translated: true };
}

/** What went wrong. What only English has words for stays English. */
export function fault(failure: Failure, t: Texts): Said {
  return said('faults', inEnglish(failure.fault) ? undefined : failure.fault, failure.message, t);
}

/** Whether a fault, or the one it is about, is a text. */
const inEnglish = (data: Keyed | undefined): boolean => data?.key === 'text' || (isKeyed(data) && isKeyed(data.fault) && inEnglish(data.fault));

/** What to do about it, with what the page has for that; nothing if the page has nothing. */
export function nextStep({ next }: Failure, t: Texts): Said | undefined {
  if (!next) return undefined;
  const own = (name: string): boolean => t.spoken !== undefined && name !== 'text';
  const parts = Object.fromEntries(Object.entries(next).map(([name, value]) => [name, own(name) ? isolate(String(value)) : String(value)]));
  const text = fill((t.nextSteps as Record<string, string>)[next.key] ?? '', parts);
  return text === '' ? undefined : { text, translated: next.key !== 'text' };
}

/** The theorem that proves a period. */
export const proof = ({ theorem, proved_by }: Period, t: Texts): string =>
  (proved_by && t.spoken && textOf('proofs', proved_by, t.spoken)) || (theorem ?? '');

/** The values of options, where they are too many to show each. */
export const optionValues = (data: OptionValues, english: string, t: Texts): string => said('values', data, english, t).text;

/** A text in pieces: every second one was between backticks. */
export const pieces = (text: string): string[] => text.split('`');
