// The search for a period, in slices: each shows what is known so far, and between two slices it can be stopped.

import { Engine, Refusal, stopped } from '../engine/client';
import type { Failure, Period, Reading } from '../engine/types';
import { settings } from './settings.svelte';
import { answer } from './source';
import type { Asked, Study } from './study.svelte';

/** The first slice; later ones grow by half. */
const FIRST = 1 << 11;
/** A search that nobody asked for goes on about this long (ms). */
const UNASKED = 700;
/** What a browser tab can bear, and what the native engine can. */
const MOST = { browser: 1 << 25, native: 2 ** 32 };

export class Search {
  value = $state.raw<Period | undefined>(undefined);
  failure = $state.raw<Failure | undefined>(undefined);
  running = $state(false);
  stale = $state(false);
  /** Heaps a second. */
  rate = $state(0);
  readonly #study: Study;
  /** A worker of its own: a long search must not keep other questions waiting. */
  readonly #engine = new Engine();
  #control: AbortController | undefined;
  #key = '';

  constructor(study: Study) {
    this.#study = study;
  }

  /** Looks a little, as part of answering. */
  async begin(asked: Asked, reading: Reading): Promise<void> {
    const key = JSON.stringify([asked.rules, asked.lets, asked.play]);
    if (key === this.#key) return;
    this.stop();
    this.#key = key;
    const play = asked.play ?? reading.play;
    if (reading.board || reading.ends || reading.scores || play === 'misere' || reading.axes.filter((a) => !a.names).length !== 1) {
      this.value = undefined;
      this.failure = undefined;
      this.stale = false;
      return;
    }
    this.stale = true;
    await this.#look(asked, FIRST, UNASKED);
  }

  /** Looks on until something is proved or somebody stops it. */
  async further(asked: Asked): Promise<void> {
    this.stop();
    await this.#look(asked, Math.max(FIRST, Math.ceil((this.value?.limit ?? 0) * 1.5)), Infinity);
  }

  stop(): void {
    this.#control?.abort();
    this.#control = undefined;
    this.running = false;
  }

  async #look(asked: Asked, first: number, patience: number): Promise<void> {
    const control = new AbortController();
    this.#control = control;
    this.running = true;
    const started = performance.now();
    try {
      for (let limit = first; limit <= (settings.native ? MOST.native : MOST.browser); limit = Math.ceil(limit * 1.5)) {
        const question = { ...this.#study.about('period', asked), position: [], limit };
        const before = performance.now();
        const found = await answer(question, this.#engine, control.signal);
        if (this.#control !== control) return;
        this.rate = Math.round((found.limit / Math.max(performance.now() - before, 1)) * 1000);
        this.value = found;
        this.failure = undefined;
        this.stale = false;
        if (found.verdict === 'proved' || performance.now() - started > patience) break;
      }
    } catch (error) {
      if (this.#control !== control || stopped(error)) return;
      this.failure = error instanceof Refusal ? error.failure : { kind: 'page', message: String(error) };
      if (this.stale) this.value = undefined;
      this.stale = false;
    } finally {
      if (this.#control === control) {
        this.running = false;
        this.#control = undefined;
      }
    }
  }
}
