// What table, plot and graph ask of the engine.

import type { Coordinate, Period, Question, Reading, Tabled } from '../engine/types';

/** A whole graph with more positions than this is opened piece by piece. */
const WHOLE = 90;
/** The most positions that are drawn. */
const MOST = 400;
/** So many moves of an opened position are drawn first, and as many more each time it is clicked again. */
export const WIDTH = 8;
/** A table over one coordinate that nobody asked for goes no further than this. */
const FURTHEST = 2000;

/** How far a table goes if nobody says; nothing if that is for the engine to choose. */
export function usual(reading: Reading | undefined, period: Period | undefined, position: string[]): number[] | undefined {
  const table = reading?.table;
  if (!table || table.whole || reading.axes.length !== 1) return undefined;
  // Past two periods, and past the position.
  const cycle = period?.period && period.period <= 200 ? period.preperiod! + 2 * period.period - 1 : 0;
  const largest = Math.max(0, ...position.map(Number).filter((n) => n <= FURTHEST));
  const far = Math.min(Math.max(cycle, largest), FURTHEST);
  return far > table.to[0]! ? [far] : undefined;
}

/** How the position of a cell is written. */
export const cellText = (table: Tabled | null | undefined, row: Coordinate, column?: Coordinate): string =>
  (table?.cell ?? '{row}').replace('{row}', String(row)).replace('{column}', String(column));

/** The table of what was asked about; without an end the engine chooses one. */
export const tableOf = (about: Question & { verb: 'table' }, to: number[] | undefined): Question & { verb: 'table' } => ({ ...about, position: [], ...(to && { to }) });

/** The whole graph; refused if it is large. */
export const wholeGraph = (about: Question & { verb: 'layout' }, layers: Question['layers']): Question & { verb: 'layout' } => ({ ...about, layers, nodes: WHOLE });

/** The part of a graph that was opened. */
export const partOfGraph = (about: Question & { verb: 'layout' }, opened: string[][]): Question & { verb: 'layout' } => ({ ...about, nodes: MOST, opened, width: WIDTH });
