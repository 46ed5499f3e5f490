// What is being studied: a rule, its parameters, a position; and what the engine says about them.

import { Engine, Refusal, stopped, type Told } from '../engine/client';
import type { Answers, Play, Question, Reading, Report, Verb } from '../engine/types';
import type { Shared, SharedGame, SharedGraph, View } from './address';
import { Resource } from './resource.svelte';
import { Search } from './search.svelte';
import { splitPosition } from './show';
import { answer } from './source';

/** The question that all panels share. */
export interface Asked {
  rules: string;
  lets: Record<string, string>;
  play: Play | null;
  position: string[];
}

/** What the answer needs; all else belongs to a view. */
const ANSWERING: readonly Verb[] = ['read', 'solve'];
/** Typing within this time is one change. */
const PAUSE = 40;

class Study {
  rules = $state('');
  lets = $state<Record<string, string>>({});
  play = $state<Play | null>(null);
  position = $state('');
  /** Whether the reader is in the field of the position. */
  positionHeld = false;
  view = $state<View>('table');
  to = $state('');

  /** What the panels show: the last question whose rules could be read. */
  asked = $state.raw<Asked | undefined>(undefined);
  readonly reading = new Resource<Reading>();
  readonly report = new Resource<Report>();
  readonly search = new Search(this);
  /** Counts what the browser's way back leads over: games that were opened, positions gone to, moves made. */
  landmark = $state(0);
  /** The game that a shared link brings along, until the board takes it. */
  game = $state.raw<SharedGame | undefined>(undefined);
  /** How a shared link looks at the graph, until the graph is looked at. */
  graph = $state.raw<SharedGraph | undefined>(undefined);

  readonly #engine = new Engine();
  /** The views have a worker of their own: a long table must not keep the answer waiting. */
  readonly #views = new Engine();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** How the rules of the question that the panels show were read. */
  #read: Reading | undefined;
  /** The rules that the position was last typed for, or came with. */
  #settled: string | undefined;

  /** The components of the position. */
  get components(): string[] {
    return splitPosition(this.position);
  }

  /** Whether what the panels show belongs to an earlier question than the one being typed. */
  get outdated(): boolean {
    return (this.report.stale && !this.report.halted) || this.reading.failure !== undefined;
  }

  /** Whether what is typed has no answer, so that the one before is left standing. */
  get left(): boolean {
    return this.asked !== undefined && !this.report.halted && !this.report.busy && (this.reading.failure ?? this.report.failure) !== undefined;
  }

  /** The question that the panels show. */
  get shown(): string {
    const { rules = '', position = [] } = this.asked ?? {};
    return [rules.trim(), ...position].join(' ');
  }

  /** The question that the panels show, if it is the one that is typed. */
  get current(): Asked | undefined {
    const { asked } = this;
    const same = asked && asked.rules === this.rules && asked.play === this.play && asked.position.join(' ') === this.components.join(' ');
    return same && JSON.stringify(asked.lets) === JSON.stringify(this.lets) ? asked : undefined;
  }

  /** Goes back to the question that the panels show. */
  back(): void {
    if (!this.asked) return;
    const { rules, lets, play, position } = this.asked;
    Object.assign(this, { rules, lets: { ...lets }, play, position: position.join(' ') });
    void this.refresh();
  }

  get misere(): boolean {
    return (this.play ?? this.reading.value?.play ?? 'normal') === 'misere';
  }

  /** Asks the engine in the browser, or the native one if the reader prefers it. */
  ask<V extends Verb>(question: Question & { verb: V }, signal?: AbortSignal, tell?: (told: Told) => void): Promise<Answers[V]> {
    return answer(question, ANSWERING.includes(question.verb) ? this.#engine : this.#views, signal, tell);
  }

  /** The shared question with another verb. */
  about<V extends Verb>(verb: V, asked: Asked): Question & { verb: V } {
    return { verb, rules: asked.rules, lets: asked.lets, play: asked.play, position: asked.position };
  }

  /** Another game, with its own start. */
  open(rules: string, start?: string[], options: Partial<Pick<Study, 'play' | 'view' | 'lets'>> = {}): void {
    this.rules = rules;
    this.lets = options.lets ?? {};
    this.play = options.play ?? null;
    this.to = '';
    this.forget();
    if (options.view) this.view = options.view;
    this.landmark++;
    this.#settled = undefined;
    this.position = start ? start.join(' ') : '';
    void this.refresh();
  }

  /** What a link holds. */
  restore(shared: Shared): void {
    this.rules = shared.rules;
    this.lets = shared.lets;
    this.play = shared.play;
    this.position = shared.position;
    this.view = shared.view;
    this.to = shared.to;
    const { plies, first, opponent, hints, agreed } = shared;
    this.game = { plies, first, opponent, hints, agreed };
    this.graph = shared.graph;
    this.#settled = undefined;
    void this.refresh();
  }

  /** The reader went into the field of the position, or left it. */
  hold(held: boolean): void {
    this.positionHeld = held;
    // What could not be put there then is put there now.
    if (!held && this.#settled === undefined) this.changed();
  }

  /** Something was typed. */
  changed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.refresh(), PAUSE);
  }

  /** What a link brought along belongs to its own question only. */
  forget(): void {
    this.game = undefined;
    this.graph = undefined;
  }

  go(position: string[]): void {
    this.forget();
    this.landmark++;
    // Where an answer was stopped, what can be clicked still belongs to the question before.
    if (this.report.halted && this.asked) Object.assign(this, { rules: this.asked.rules, lets: { ...this.asked.lets }, play: this.asked.play });
    this.position = position.join(' ');
    void this.refresh();
  }

  /** The reader stops the answer: all panels go back to the question before, if there was one. */
  halt(): void {
    this.reading.stop();
    this.report.halt();
    if (!this.#read) return;
    this.reading.value = this.#read;
    this.reading.stale = true;
  }

  async refresh(): Promise<void> {
    clearTimeout(this.#timer);
    const asked: Asked = {
      rules: this.rules,
      lets: { ...this.lets },
      play: this.play,
      position: this.components,
    };
    const before = this.reading.value;
    const typed = this.position;
    const fresh = asked.rules !== this.#settled;
    this.report.stop();
    this.report.stale = true;
    const reading = await this.reading.load((signal) => this.ask(this.about('read', asked), signal));
    if (!reading) return;
    // A position of another shape belongs to the rules before; the new rules bring their own.
    const shape = (text: string) => text.split(',').length === reading.axes.length;
    const fits = reading.board ? before === undefined || before.name === reading.name : asked.position.every(shape);
    // One that was typed while the rules were being read is left alone; its own question follows.
    const strange = fresh && this.position === typed && (typed.trim() === '' || !fits);
    // Who is in the field is about to type one, and what is typed must not meet another text than was there.
    if (strange && !this.positionHeld) {
      this.position = reading.start.join(' ');
      asked.position = reading.start;
    }
    this.#settled = strange && this.positionHeld ? undefined : asked.rules;
    await this.report.load((signal, tell) => this.ask(this.about('solve', asked), signal, tell));
    if (!this.report.failure && !this.report.stale) {
      this.#read = reading;
      // The same question again must not make the panels begin anew.
      if (JSON.stringify(asked) !== JSON.stringify(this.asked)) this.asked = asked;
      void this.search.begin(asked, reading);
    }
  }
}

export type { Study };
export { Refusal, stopped };
export const study = new Study();
