// Why something that other games have is not there for this one.

import type { Reading } from '../engine/types';
import { fill, type Texts } from './en';

/** Why there is neither a table nor a plot; nothing if there are both, or nobody knows yet. */
export function noTable(reading: Reading | undefined, t: Texts): string | undefined {
  if (reading?.table !== null) return undefined;
  if (reading.board) return t.noTableBoard;
  const n = reading.axes.length;
  return n > 2 ? fill(t.noTableMany, { n }) : t.noTable;
}

const OF_TABLE: readonly (keyof Texts['formats'])[] = ['csv', 'bfile', 'latex', 'plotSvg', 'plotPng'];

/** Why a format is not for this game, where its rules alone say so. */
export function noFormat(format: keyof Texts['formats'], reading: Reading | undefined, t: Texts): string | undefined {
  if (!OF_TABLE.includes(format)) return undefined;
  const sides = reading?.table?.to.length ?? 1;
  return noTable(reading, t) ?? (format === 'bfile' && sides > 1 ? fill(t.notHere, { why: t.noBfile }) : undefined);
}
