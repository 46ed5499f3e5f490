// Heaps keep their places: a row has a place for every stone that lay there when the game began. What a move takes leaves
// its places empty, and what it splits lies on both sides of them.

import type { Move, Part, Place } from '../engine/types';
import { isTurned, MOST_STONES, stones } from './stones';

/** Which component the stone of each place belongs to; nothing where it was taken. */
export interface Row {
  places: (number | undefined)[];
  /** The places that the last move emptied. */
  last: Set<number>;
}

interface Heap {
  row: number;
  places: number[];
}

const numbers = (parts: Part[]): number[] | undefined => {
  const all = parts.flatMap((part) => (typeof part === 'object' && !Array.isArray(part) ? Array<Place>(Math.min(Number(part.count), MOST_STONES)).fill(part.of) : [part as Place]));
  const found = all.map(stones);
  return found.every((n) => n !== undefined) ? (found as number[]) : undefined;
};

/** The rows after some moves; nothing if a component is no heap that can be shown. */
export function rows(begin: Place[], moves: Move[]): Row[] | undefined {
  const first = numbers(begin);
  if (!first) return undefined;
  const heaps: Heap[] = first.map((n, row) => ({ row, places: Array.from({ length: n }, (_, i) => i) }));
  const lengths = [...first];
  let last: Heap = { row: -1, places: [] };
  for (const move of moves) {
    const heap = heaps[move.component];
    const parts = numbers(move.to);
    if (!heap || !parts) return undefined;
    const { row } = heap;
    const places = [...heap.places];
    // A heap that grows takes places behind its row.
    while (places.length < parts.reduce((sum, n) => sum + n, 0)) {
      places.push(lengths[row]!);
      lengths[row]!++;
    }
    const around = isTurned(move);
    const left = parts.reduce((sum, n) => sum + n, 0);
    const first = parts[0] ?? 0;
    const head = around ? left - first : first;
    const after = left - head;
    const ends = [...places.slice(0, head), ...places.slice(places.length - after)];
    let at = 0;
    const cut = (n: number): Heap => ({ row, places: ends.slice(at, (at += n)) });
    heaps.splice(move.component, 1, ...(around ? [...parts].reverse().map(cut).reverse() : parts.map(cut)));
    last = { row, places: places.slice(head, places.length - after) };
  }
  return lengths.map((length, row) => {
    const places = Array<number | undefined>(length).fill(undefined);
    heaps.forEach((heap, component) => heap.row === row && heap.places.forEach((place) => (places[place] = component)));
    return { places, last: new Set(last.row === row ? last.places : []) };
  });
}
