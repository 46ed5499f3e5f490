// How fast long work goes, from what the engine says of it now and then.

import type { Step, Told } from '../engine/client';

export class Pace {
  /** How many of the unit a second; nothing before that is known. */
  rate = $state.raw<{ unit: string; n: number } | undefined>(undefined);
  /** How many others come first, while the question waits for the server. */
  ahead = $state.raw<number | undefined>(undefined);
  /** How far the work has come. */
  done: Step | undefined;
  #first: (Step & { at: number }) | undefined;

  begin(): void {
    this.#first = undefined;
    this.rate = undefined;
    this.ahead = undefined;
    this.done = undefined;
  }

  note(told: Told, at = performance.now()): void {
    this.ahead = 'ahead' in told ? told.ahead : undefined;
    if ('ahead' in told) return;
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
