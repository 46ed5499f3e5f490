// A game between the reader and the engine, or between two people: what was played, whose turn it is, and how it ended.

import type { KnownMove, Moves, Report } from '../engine/types';
import { calm } from '../state/settings.svelte';
import type { SharedGame } from '../state/address';
import { Resource } from '../state/resource.svelte';
import { argument, quality } from '../state/show';
import { study, type Asked } from '../state/study.svelte';
import { choose, type Opponent } from './choose';

export type Side = 'you' | 'engine';

export interface Ply {
  /** The position with all its moves. */
  from: Moves;
  move: KnownMove;
  /** Its place in the list of moves. */
  index: number;
}

export type End = 'you' | 'engine' | 'level' | 'drawn' | 'agreed';

class Game {
  readonly moves = new Resource<Moves>();
  /** The answer about the position on the board, once a move was made. */
  readonly report = new Resource<Report>();
  plies = $state.raw<Ply[]>([]);
  /** Plies that were undone and can come back. */
  undone = $state.raw<Ply[]>([]);
  /** Who moves first: 0 the reader, 1 the engine. */
  first = $state(0);
  opponent = $state<Opponent>('perfect');
  hints = $state(true);
  /** After how many plies the players agreed to a draw. */
  agreed = $state<number | undefined>();
  #asked: Asked | undefined;
  #key = '';
  /** The game of a link whose moves are being taken up. */
  #brought: SharedGame | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  get here(): Moves | undefined {
    return this.moves.stale ? undefined : this.moves.value;
  }

  side(ply = this.plies.length): Side {
    return (ply + this.first) % 2 === 0 ? 'you' : 'engine';
  }

  /** Whether two people play, and the engine only watches. */
  get two(): boolean {
    return this.opponent === 'person';
  }

  /** Whether a person moves after so many plies. */
  human(ply = this.plies.length): boolean {
    return this.two || this.side(ply) === 'you';
  }

  /** Whether moves were made from the position of a question. */
  follows(asked: Asked | undefined): boolean {
    return this.plies.length > 0 && asked !== undefined && JSON.stringify(asked) === this.#key;
  }

  /** Points so far in a scoring game. */
  points(side: Side): number {
    return this.plies.reduce((sum, ply, i) => sum + (this.side(i) === side ? (ply.move.gain ?? 0) : 0), 0);
  }

  get end(): End | undefined {
    const here = this.here;
    if (!here) return undefined;
    if (this.agreed === this.plies.length) return 'agreed';
    const key = here.position.map(argument).join(' ');
    if (this.plies.filter((ply) => ply.from.position.map(argument).join(' ') === key).length >= 2) return 'drawn';
    if (here.moves.length) return undefined;
    if (here.score !== undefined) {
      const lead = this.points('you') - this.points('engine');
      return lead > 0 ? 'you' : lead < 0 ? 'engine' : 'level';
    }
    const mover = this.side();
    const other = mover === 'you' ? 'engine' : 'you';
    return here.outcome === 'N' ? mover : here.outcome === 'P' ? other : 'level';
  }

  /** Why the game ended as it did; nothing where the end says it itself. */
  get ending(): 'you' | 'engine' | 'youMisere' | 'engineMisere' | 'own' | 'score' | undefined {
    const { end, here } = this;
    if (!end || !here || here.moves.length) return undefined;
    if (here.score !== undefined) return 'score';
    if (study.reading.value?.ends) return 'own';
    if (end !== 'you' && end !== 'engine') return undefined;
    // At normal play the mover, who has no move, has lost; at misère that one has won.
    return end === this.side() ? `${end}Misere` : end;
  }

  /** Whether a ply threw away a win or a draw. */
  blunder(ply: Ply): boolean {
    const good = quality(ply.move.then, ply.from, ply.move.gain);
    if (ply.from.score !== undefined) return good === 'losing';
    return (ply.from.outcome === 'N' && good !== 'winning') || (ply.from.outcome === 'D' && good === 'losing');
  }

  /** The ply that decided a game: the last by which the loser gave a win or a draw away. */
  get decided(): number | undefined {
    const { end } = this;
    if (end !== 'you' && end !== 'engine') return undefined;
    for (let i = this.plies.length - 1; i >= 0; i--) if (this.side(i) !== end && this.blunder(this.plies[i]!)) return i;
    return undefined;
  }

  /** Begins at the position being studied; a shared link brings its moves along. */
  async begin(asked: Asked): Promise<void> {
    const key = JSON.stringify(asked);
    if (key === this.#key && !study.game) return this.resume();
    const shared = study.game;
    study.game = undefined;
    if (key === this.#key && shared && !this.#brought && this.#knows(shared)) return this.#back(shared);
    this.#key = key;
    this.#asked = asked;
    this.#brought = shared;
    this.first = shared?.first ?? this.first;
    this.opponent = shared?.opponent ?? this.opponent;
    this.hints = shared?.hints ?? this.hints;
    this.plies = [];
    this.undone = [];
    this.agreed = undefined;
    let here = await this.#look(asked.position);
    for (const index of shared?.plies ?? []) {
      const move = here?.moves[index];
      if (!here || !move) break;
      this.plies = [...this.plies, { from: here, move, index }];
      here = await this.#look(move.then.position.map(argument));
    }
    if (here || this.moves.failure) this.#brought = undefined;
    // Only a draw can be agreed, whatever a link says.
    if (shared?.agreed && here?.outcome === 'D' && here.score === undefined) this.agreed = this.plies.length;
    this.#reply();
  }

  /** Whether the moves of a link are those of this game, as far as they go. */
  #knows(shared: SharedGame): boolean {
    const all = [...this.plies, ...this.undone];
    return shared.first === this.first && shared.plies.length <= all.length && shared.plies.every((index, i) => all[i]!.index === index);
  }

  /** Goes to a point of this game that the history of the browser names. */
  async #back(shared: SharedGame): Promise<void> {
    this.opponent = shared.opponent;
    this.hints = shared.hints;
    await this.go(shared.plies.length);
  }

  /** Nobody looks at the board any longer, so the engine rests. */
  leave(): void {
    clearTimeout(this.#timer);
    this.moves.stop();
    this.report.stop();
    if (!this.#brought) return;
    // A link whose moves were not all taken up is taken up again from its beginning.
    study.game = this.#brought;
    this.#key = '';
  }

  /** Goes on with the game after a rest. */
  async resume(): Promise<void> {
    if (this.moves.busy) return;
    if (this.#brought && this.#asked) {
      study.game = this.#brought;
      return this.begin(this.#asked);
    }
    if (this.moves.stale || this.report.stale) await this.#look(this.position);
    if (this.undone.length === 0) this.#reply();
  }

  /** The position that the game has come to. */
  get position(): string[] {
    return this.plies.at(-1)?.move.then.position.map(argument) ?? this.#asked?.position ?? [];
  }

  async #look(position: string[]): Promise<Moves | undefined> {
    clearTimeout(this.#timer);
    const asked = this.#asked;
    if (!asked) return undefined;
    // What is said about the board follows it; about the beginning it has been said already.
    if (this.plies.length) void this.report.load((signal, tell) => study.ask({ ...study.about('solve', asked), position }, signal, tell));
    else this.report.clear();
    return this.moves.load((signal, tell) => study.ask({ ...study.about('moves', asked), position }, signal, tell));
  }

  async play(move: KnownMove): Promise<void> {
    const from = this.here;
    if (!from || this.end) return;
    // The way back leads to where a person had to move.
    if (this.human()) study.landmark++;
    this.plies = [...this.plies, { from, move, index: from.moves.indexOf(move) }];
    this.undone = [];
    await this.#look(move.then.position.map(argument));
    this.#reply();
  }

  /** The engine's turn, after a moment in which the reader can see what happened. */
  #reply(): void {
    clearTimeout(this.#timer);
    if (this.human() || this.end || !this.here) return;
    this.#timer = setTimeout(() => {
      const here = this.here;
      const move = here && !this.human() ? choose(here, this.opponent) : undefined;
      if (move) void this.play(move);
    }, calm() ? 120 : 550);
  }

  /** Whether the engine waits at a point of the game that was gone back to, so that what came after can be redone. */
  get waiting(): boolean {
    return this.undone.length > 0 && !this.human() && this.here !== undefined && !this.end;
  }

  /** The engine moves from here; what came after is given up. */
  proceed(): void {
    this.undone = [];
    this.#reply();
  }

  /** Goes to a point of the game; what comes after can be redone. */
  async go(count: number): Promise<void> {
    clearTimeout(this.#timer);
    const all = [...this.plies, ...this.undone];
    if (count < 0 || count > all.length || count === this.plies.length) return;
    this.plies = all.slice(0, count);
    this.undone = all.slice(count);
    await this.#look(this.position);
    if (this.undone.length === 0) this.#reply();
  }

  /** After how many plies the reader last had to move. */
  get #lastTurn(): number | undefined {
    let count = this.plies.length - 1;
    while (count >= 0 && !this.human(count)) count--;
    return count < 0 ? undefined : count;
  }

  get undoable(): boolean {
    return this.#lastTurn !== undefined;
  }

  /** What a link says of the game about a question: its moves, or those that are still to be taken up. */
  shared(asked: Asked | undefined): SharedGame {
    if (study.game) return study.game;
    const same = asked !== undefined && JSON.stringify(asked) === this.#key;
    const played = same ? { plies: this.plies.map((ply) => ply.index), first: this.first, agreed: this.agreed === this.plies.length } : { plies: [], first: 0, agreed: false };
    return { ...played, opponent: this.opponent, hints: this.hints };
  }

  /** Takes back to the reader's last turn. */
  undo(): void {
    const count = this.#lastTurn;
    if (count !== undefined) void this.go(count);
  }

  redo(): void {
    const most = this.plies.length + this.undone.length;
    let count = this.plies.length + 1;
    while (count < most && !this.human(count)) count++;
    void this.go(Math.min(count, most));
  }

  /** A draw that nobody can avoid need not be played for ever. */
  agree(): void {
    this.agreed = this.plies.length;
  }

  /** From the beginning; the game that was can be redone until another move is made. */
  async restart(): Promise<void> {
    this.agreed = undefined;
    this.undone = [...this.plies, ...this.undone];
    this.plies = [];
    if (this.#asked) await this.#look(this.#asked.position);
    this.#reply();
  }

  /** The reader takes the other side; if it is now the engine's turn it moves. */
  swap(): void {
    this.first = 1 - this.first;
    this.undone = [];
    this.#reply();
  }
}

export const game = new Game();
