// How the graph is looked at: its layers, what of it was opened, and how far it is labelled. A link brings it along.

import type { SharedGraph } from '../state/address';
import { study, type Asked } from '../state/study.svelte';

class Look {
  layers = $state<SharedGraph['layers']>('remoteness');
  opened = $state.raw<string[][] | undefined>();
  step = $state<number | undefined>();
  #key = '';

  /** Begins anew for another question, or as a link says. */
  begin(asked: Asked): void {
    const key = JSON.stringify(asked);
    const brought = study.graph;
    if (key === this.#key && !brought) return;
    this.#key = key;
    study.graph = undefined;
    this.layers = brought?.layers ?? this.layers;
    this.opened = brought?.opened.length ? brought.opened : undefined;
    this.step = brought?.step;
  }

  lay(layers: SharedGraph['layers']): void {
    this.layers = layers;
    this.opened = undefined;
    this.step = undefined;
  }

  /** What a link says of the graph of a question, or what one said that is still to be looked at. */
  shared(asked: Asked | undefined): SharedGraph | undefined {
    if (study.graph) return study.graph;
    if (asked === undefined || JSON.stringify(asked) !== this.#key) return undefined;
    // The position itself is always open.
    const opened = this.opened && this.opened.length > 1 ? this.opened : [];
    return { layers: this.layers, opened, step: this.step };
  }
}

export const look = new Look();
