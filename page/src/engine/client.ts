// A first visit loads the engine of rules of numbers; what it does not answer, the whole engine does, from then on.
// Questions wait in line for one worker. A question that nobody waits for any longer is dropped; if it is being
// worked on, its worker is ended and a new one started, which is how long work stops at once.

import { parse, type Step, type Told } from './bridge';
import type { Answers, Failure, Question, Verb } from './types';
import grundy from './grundy.wasm?url';
import numbers from './numbers.wasm?url';

export type { Step, Told };

/** Why there is no answer, in the engine's words. */
export class Refusal extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** The server does not answer any more. */
export class Gone extends Error {}

export const stopped = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

const abort = () => new DOMException('stopped', 'AbortError');

/** What a browser tab can bear. */
const LIMITS = { max_positions: 4_000_000, max_bytes: 1 << 30 };

/** What the engine of numbers says to a question for the whole one. */
const ELSEWHERE = '{"elsewhere":true}';

/** Where the engine is: that of numbers, until the whole one is needed. */
let engine = numbers;
const compiled = new Map<string, Promise<WebAssembly.Module>>();

function compile(): Promise<WebAssembly.Module> {
  const known = compiled.get(engine);
  if (known) return known;
  const made = fetch(engine).then(async (response) => {
    if (!response.ok) throw new Error(`the engine cannot be loaded: ${response.status}`);
    return WebAssembly.compile(await response.arrayBuffer());
  });
  compiled.set(engine, made);
  // What could not be loaded is tried again when it is asked for again.
  made.catch(() => compiled.delete(engine));
  return made;
}

interface Waiting {
  text: string;
  resolve(text: string): void;
  reject(reason: unknown): void;
  tell: ((told: Told) => void) | undefined;
}

export class Engine {
  #worker: Worker | undefined;
  #running: Waiting | undefined;
  #line: Waiting[] = [];

  /** Asks; the answer, or a Refusal, or an AbortError once the signal says so. Long work tells where it is. */
  async ask<V extends Verb>(question: Question & { verb: V }, signal?: AbortSignal, tell?: (told: Told) => void): Promise<Answers[V]> {
    const text = await this.#post(JSON.stringify({ ...LIMITS, ...question }), signal, tell);
    const answer = parse(text) as Answers[V] | { error: Failure };
    if ('error' in answer) throw new Refusal(answer.error);
    return answer;
  }

  #post(text: string, signal?: AbortSignal, tell?: (told: Told) => void): Promise<string> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(abort());
      const waiting: Waiting = { text, resolve, reject, tell };
      signal?.addEventListener('abort', () => this.#drop(waiting), { once: true });
      this.#line.push(waiting);
      void this.#next();
    });
  }

  #drop(waiting: Waiting): void {
    if (this.#running === waiting) {
      this.#worker?.terminate();
      this.#worker = undefined;
      this.#running = undefined;
    } else {
      const at = this.#line.indexOf(waiting);
      if (at < 0) return;
      this.#line.splice(at, 1);
    }
    waiting.reject(abort());
    void this.#next();
  }

  async #next(): Promise<void> {
    if (this.#running) return;
    const waiting = this.#line.shift();
    if (!waiting) return;
    this.#running = waiting;
    try {
      const worker = await this.#start();
      if (this.#running === waiting) worker.postMessage(waiting.text);
    } catch (reason) {
      this.#running = undefined;
      waiting.reject(reason);
    }
  }

  async #start(): Promise<Worker> {
    const module = await compile();
    if (!this.#worker) {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
      worker.postMessage(module);
      worker.onmessage = ({ data }: MessageEvent<string | Told>) => {
        if (data === ELSEWHERE) this.#elsewhere(worker);
        else if (typeof data === 'string') this.#done(worker, (w) => w.resolve(data));
        else if (worker === this.#worker) this.#running?.tell?.(data);
      };
      worker.onerror = (event) => this.#done(worker, (w) => w.reject(new Error(event.message)));
      this.#worker = worker;
    }
    return this.#worker;
  }

  /** The question is for the whole engine, and so are all that follow. */
  #elsewhere(worker: Worker): void {
    if (worker !== this.#worker || !this.#running) return;
    engine = grundy;
    worker.terminate();
    this.#worker = undefined;
    this.#line.unshift(this.#running);
    this.#running = undefined;
    void this.#next();
  }

  #done(worker: Worker, settle: (waiting: Waiting) => void): void {
    if (worker !== this.#worker || !this.#running) return;
    const waiting = this.#running;
    this.#running = undefined;
    settle(waiting);
    void this.#next();
  }
}

/** The last line of an answer; the ones before tell where the work is. */
async function last(response: Response, tell?: (told: Told) => void): Promise<string> {
  if (!tell || !response.body) return response.text();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  // Joined once at the end: an answer may come in very many pieces.
  let pieces: string[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return pieces.join('');
    const lines = value.split('\n');
    for (const end of lines.slice(0, -1)) {
      const line = [...pieces, end].join('');
      pieces = [];
      if (line.startsWith('{"told":')) tell((JSON.parse(line) as { told: Told }).told);
      else return line;
    }
    pieces.push(lines.at(-1)!);
  }
}

/** The server that this page came from, if it is `grundy serve`: the native engine, with more memory and speed. */
export class Server {
  static present(): boolean {
    return document.querySelector('meta[name="grundy-server"]') !== null;
  }

  /** Whether other sites may show this page in a frame: any host of plain files lets them, our server if it is told to. */
  static frames(): boolean {
    return document.querySelector('meta[name="grundy-server"][content="alone"]') === null;
  }

  /** Asks; long work tells where it is. */
  async ask<V extends Verb>(question: Question & { verb: V }, signal?: AbortSignal, tell?: (told: Told) => void): Promise<Answers[V]> {
    // In lines the server tells of the work, and the last one is the answer.
    const headers = { 'content-type': 'application/json', accept: tell ? 'application/x-ndjson, application/json' : 'application/json' };
    let answer: Answers[V] | { error: Failure };
    try {
      const response = await fetch('./api/ask', { method: 'POST', headers, body: JSON.stringify(question), signal });
      answer = parse(await last(response, tell)) as typeof answer;
    } catch (error) {
      // No connection, or something else than the server at its address.
      throw stopped(error) ? error : new Gone(String(error));
    }
    if ('error' in answer) throw new Refusal(answer.error);
    return answer;
  }
}
