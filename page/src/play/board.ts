// Which positions of two coordinates are a piece on a board of squares.

import type { Moves, Place, Reading } from '../engine/types';

/** A board shows at most this many cells a side. */
export const MOST = 24;

/** Whether every move from a position takes a piece to a cell of the board that the position itself shows. */
export function boarded(reading: Reading | undefined, from: Moves | undefined): boolean {
  if (!reading || !from || reading.board || reading.axes.length !== 2 || reading.axes.some((axis) => axis.names)) return false;
  // A coordinate without a bound that grows is a count, not a place on a board.
  const fits = (place: Place | undefined, start: Place): boolean =>
    Array.isArray(place) && Array.isArray(start) && reading.axes.every(({ low, high }, axis) => {
      const at = Number(place[axis]);
      return at >= low && at < low + MOST && at <= (high ?? Number(start[axis]));
    });
  return (
    from.position.every((place) => fits(place, place)) &&
    from.moves.every(({ component, to }) => to.length === 1 && fits(to[0] as Place, from.position[component]!))
  );
}
