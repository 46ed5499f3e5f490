// The engine as lessons ask it, and what they keep of the reader's progress.

import { Engine } from '../engine/client';
import type { Answers, Moves, Play, Question, Verb } from '../engine/types';
import { keep, kept } from '../state/settings.svelte';
import { answer } from '../state/source';

const engine = new Engine();

export interface About {
  rules: string;
  lets?: Record<string, string>;
  play?: Play;
}

const about = <V extends Verb>(verb: V, { rules, lets, play }: About): Question & { verb: V } => ({ verb, rules, lets: lets ?? {}, play: play ?? null });

export const ask = <V extends Verb>(verb: V, game: About, more: Partial<Question> = {}, signal?: AbortSignal): Promise<Answers[V]> =>
  answer({ ...about(verb, game), ...more } as Question & { verb: V }, engine, signal);

export const look = (game: About, position: string[]): Promise<Moves> => ask('moves', game, { position });

/** The steps that were done, as `lesson.step`. */
export function progress(): Set<string> {
  return new Set((kept('lessons') ?? '').split(' ').filter(Boolean));
}

export function done(step: string): void {
  keep('lessons', [...progress().add(step)].join(' '));
}
