// Where answers come from: the native engine while the reader prefers it and it is there and not silent, else one in the browser.

import { Gone, Server, type Engine, type Told } from '../engine/client';
import type { Answers, Question, Verb } from '../engine/types';
import { settings } from './settings.svelte';

const server = new Server();

/** A server that says nothing for this long (ms) is busy with others: the browser answers instead. */
const SILENCE = 2000;

class Silent extends Error {}

/** Asks the server, as long as it says something now and then. */
async function heard<V extends Verb>(question: Question & { verb: V }, signal?: AbortSignal, tell?: (told: Told) => void): Promise<Answers[V]> {
  const control = new AbortController();
  const stop = (): void => control.abort();
  signal?.addEventListener('abort', stop, { once: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, give) => {
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => give(new Silent()), SILENCE);
    };
    wait();
    const said = tell;
    tell = (told) => {
      wait();
      said?.(told);
    };
  });
  try {
    return await Promise.race([server.ask(question, control.signal, tell), silence]);
  } catch (error) {
    // Nobody waits for what is still being worked on.
    if (error instanceof Silent) control.abort();
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

export async function answer<V extends Verb>(question: Question & { verb: V }, browser: Engine, signal?: AbortSignal, tell?: (told: Told) => void): Promise<Answers[V]> {
  // A rule is read at once in the browser, whoever else is asking the server.
  if (settings.native && question.verb !== 'read') {
    try {
      return await heard(question, signal, tell);
    } catch (error) {
      if (error instanceof Gone) settings.prefer('browser', true);
      else if (!(error instanceof Silent)) throw error;
    }
  }
  return browser.ask(question, signal, tell);
}
