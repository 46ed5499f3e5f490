// What the page is about: the position on the board once moves were made, else the one that was asked about.

import type { Report } from '../engine/types';
import { game } from '../play/game.svelte';
import type { Resource } from './resource.svelte';
import { study, type Asked } from './study.svelte';

class Now {
  /** Whether it is a position that a game has come to. */
  get playing(): boolean {
    return game.follows(study.asked);
  }

  get report(): Resource<Report> {
    return this.playing ? game.report : study.report;
  }

  get position(): string[] {
    return this.playing ? game.position : (study.asked?.position ?? []);
  }

  /** The question about it, if the panels show one. */
  get asked(): Asked | undefined {
    const { asked } = study;
    return asked && this.playing ? { ...asked, position: game.position } : asked;
  }

  /** Whether who wins is not to be seen: hints are off and the game goes on. */
  get secret(): boolean {
    return !game.hints && game.end === undefined;
  }
}

export const now = new Now();
