// The atlas of octal codes (../../../atlas): families of codes with the same values, and which of them a sequence begins like.

import table from '../../../atlas/octal-4.csv?raw';

/** Another code of a family: the heap n of it has the value of the heap n + ahead of the family's own code. */
export interface Member {
  code: string;
  ahead: number;
}

export interface Family extends Member {
  verdict: 'proved' | 'unknown';
  preperiod: number | null;
  period: number | null;
  /** How many heaps were looked at. */
  heaps: number;
  members: Member[];
}

const number = (text: string): number | null => (text === '' ? null : Number(text));

/** `0.07-1`: what stands in the table says where the heap of the other code lies. */
function member(text: string): Member {
  const [, code, by] = /^(\d+\.\d+)([+-]\d+)?$/.exec(text)!;
  return { code: code!, ahead: -Number(by ?? 0) };
}

function family(line: string): Family {
  const [code, verdict, preperiod, period, , heaps, , , same] = line.split(',');
  const members = same!.split(' ').filter(Boolean).map(member);
  return { code: code!, ahead: 0, verdict: verdict as Family['verdict'], preperiod: number(preperiod!), period: number(period!), heaps: Number(heaps), members };
}

export const FAMILIES: readonly Family[] = table.trim().split('\n').slice(1).map(family);

/** A family, and how a code or a sequence lies in it. */
export interface Found {
  family: Family;
  ahead: number;
}

/** A code that is written with more zeros than it needs is the same code. */
const short = (code: string): string => code.replace(/^0?\./, '0.').replace(/(\.\d+?)0+$/, '$1');

export function byCode(typed: string): Found | undefined {
  const code = short(typed);
  for (const one of FAMILIES) {
    const found = [one, ...one.members].find((other) => short(other.code) === code);
    if (found) return { family: one, ahead: found.ahead };
  }
  return undefined;
}

/** The values of the heaps from 0 on, by the definition. */
export function values(code: string, count: number): number[] {
  const digits = [...code.slice(code.indexOf('.') + 1)].map(Number);
  const all: number[] = [];
  for (let heap = 0; heap < count; heap++) {
    const reached = new Set<number>();
    digits.forEach((digit, i) => {
      const left = heap - i - 1;
      if (left === 0 && digit & 1) reached.add(0);
      if (left > 0 && digit & 2) reached.add(all[left]!);
      if (left > 1 && digit & 4) for (let a = 1; 2 * a <= left; a++) reached.add(all[a]! ^ all[left - a]!);
    });
    let mex = 0;
    while (reached.has(mex)) mex++;
    all.push(mex);
  }
  return all;
}

/** The farthest that a code of the table lies from its family. */
const SHIFT = Math.max(...FAMILIES.flatMap(({ members }) => members.map(({ ahead }) => Math.abs(ahead))));

/** The families that begin like a sequence, as it is first, then shifted. That they go on like it is not said. */
export function byValues(wanted: readonly number[]): Found[] {
  const found: Found[] = [];
  for (const one of FAMILIES) {
    const own = values(one.code, wanted.length + SHIFT);
    const fits = (ahead: number): boolean => wanted.every((value, n) => value === (n + ahead < 0 ? 0 : own[n + ahead]));
    const shifts = new Set([0, ...one.members.map(({ ahead }) => ahead)]);
    const ahead = [...shifts].sort((a, b) => Math.abs(a) - Math.abs(b)).find(fits);
    if (ahead !== undefined) found.push({ family: one, ahead });
  }
  return found.sort((a, b) => Math.abs(a.ahead) - Math.abs(b.ahead));
}
