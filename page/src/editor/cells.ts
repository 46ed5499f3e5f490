// A position that is a board of letters: its cells from the text and back.

import { cells, resized, type Cells } from './picture';

/** The most cells a side of a board that is painted. */
export const MOST = 16;

/** The rows of a position; nothing if it is written otherwise. */
export function board(text: string): Cells | undefined {
  if (!/^[^\d\s,{}=:-]+$/.test(text)) return undefined;
  const rows = text.split('/').map((row) => [...row]);
  return rows.length <= MOST && rows[0]!.length <= MOST && rows.every((row) => row.length === rows[0]!.length) ? rows : undefined;
}

export const text = (rows: Cells): string => rows.map((row) => row.join('')).join('/');

/** A board of another size; new cells hold what most cells hold. */
export function sized(rows: Cells, high: number, wide: number): Cells {
  const all = rows.flat();
  const count = (sign: string): number => all.filter((one) => one === sign).length;
  const usual = all.reduce((best, one) => (count(one) > count(best) ? one : best), all[0] ?? '.');
  return resized(rows, Math.min(Math.max(high, 1), MOST), Math.min(Math.max(wide, 1), MOST), usual);
}

/** The signs that a cell may hold: those of the rule's pictures, of the boards that its moves leave, and of this one. */
export function signs(rules: string, rows: Cells, left: string[]): string[] {
  const pictures = [...rules.matchAll(/"([^"]*)"/g)].flatMap(([, inside]) => cells(inside!)?.flat() ?? []);
  const single = pictures.filter((one) => [...one].length === 1 && !'?~'.includes(one));
  const seen = left.flatMap((one) => board(one)?.flat() ?? []);
  return [...new Set([...rows.flat(), ...single, ...seen])];
}
