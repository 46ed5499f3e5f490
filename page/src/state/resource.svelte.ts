// An answer that is on its way: the old one stays until the new one is there.

import { Refusal, stopped, type Step, type Told } from '../engine/client';
import type { Failure } from '../engine/types';
import { Pace } from './pace.svelte';

/** Work that takes longer than this shows that it does, and can be stopped. */
const NOTICED = 250;

type Work<T> = (signal: AbortSignal, tell: (told: Told) => void) => Promise<T>;

export class Resource<T> {
  value = $state.raw<T | undefined>(undefined);
  failure = $state.raw<Failure | undefined>(undefined);
  /** Whether the value belongs to an earlier question. */
  stale = $state(false);
  /** Whether the work has been going on long enough to be noticed. */
  slow = $state(false);
  /** Whether the reader stopped the work, so that there is no answer. */
  halted = $state(false);
  /** How far the work had come that the reader stopped, where the engine said so. */
  reached = $state.raw<Step | undefined>(undefined);
  /** How fast the work goes, where the engine says so. */
  readonly pace = new Pace();
  #work: Work<T> | undefined;
  #control: AbortController | undefined;

  /** Whether work is going on. */
  get busy(): boolean {
    return this.#control !== undefined;
  }

  async load(work: Work<T>): Promise<T | undefined> {
    this.stop();
    this.#work = work;
    const control = new AbortController();
    this.#control = control;
    this.stale = true;
    const timer = setTimeout(() => {
      if (this.#control === control) this.slow = true;
    }, NOTICED);
    try {
      const value = await work(control.signal, (step) => this.#control === control && this.pace.note(step));
      if (this.#control !== control) return undefined;
      this.value = value;
      this.failure = undefined;
      this.stale = false;
      return value;
    } catch (error) {
      if (this.#control !== control || stopped(error)) return undefined;
      this.failure =
        error instanceof Refusal ? error.failure : { kind: 'page', message: error instanceof Error ? error.message : String(error) };
      return undefined;
    } finally {
      clearTimeout(timer);
      if (this.#control === control) {
        this.#control = undefined;
        this.slow = false;
      }
    }
  }

  /** Stops the work; what was there before stays. */
  stop(): void {
    this.#control?.abort();
    this.#control = undefined;
    this.slow = false;
    this.halted = false;
    this.pace.begin();
  }

  /** The reader stops the work. */
  halt(): void {
    const reached = this.pace.done;
    this.stop();
    this.halted = true;
    this.reached = reached;
  }

  /** The same question once more; it begins anew. */
  async again(): Promise<T | undefined> {
    return this.#work && this.load(this.#work);
  }

  clear(): void {
    this.stop();
    this.value = undefined;
    this.failure = undefined;
    this.stale = false;
  }
}
