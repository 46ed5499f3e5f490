// Where answers come from: the native engine while the reader prefers it and it is there, else one in the browser.

import { Gone, Server, type Engine, type Told } from '../engine/client';
import type { Answers, Question, Verb } from '../engine/types';
import { settings } from './settings.svelte';

const server = new Server();

export async function answer<V extends Verb>(question: Question & { verb: V }, browser: Engine, signal?: AbortSignal, tell?: (told: Told) => void): Promise<Answers[V]> {
  if (settings.native) {
    try {
      return await server.ask(question, signal, tell);
    } catch (error) {
      if (!(error instanceof Gone)) throw error;
      settings.prefer('browser', true);
    }
  }
  return browser.ask(question, signal, tell);
}
