// How fast long work goes, from what the engine says of it now and then.

import type { Told } from '../engine/client';

export class Pace {
  /** How many of the unit a second; nothing before that is known. */
  rate = $state.raw<{ unit: string; n: number } | undefined>(undefined);
  /** How far the work has come. */
  done: Told | undefined;
  #first: (Told & { at: number }) | undefined;

  begin(): void {
    this.#first = undefined;
    this.rate = undefined;
    this.done = undefined;
  }

  note(told: Told, at = performance.now()): void {
    this.done = told;
    const first = this.#first;
    // Another unit, or a smaller count, is another piece of work.
    if (!first || first.unit !== told.unit || told.done < first.done) {
      this.#first = { ...told, at };
      return;
    }
    if (at > first.at) this.rate = { unit: told.unit, n: Math.round(((told.done - first.done) / (at - first.at)) * 1000) };
  }
}
