// The address holds everything: whoever opens a shared link sees the same rule, position, view and game.

import type { Play } from '../engine/types';
import { OPPONENTS, type Opponent } from '../play/choose';

export type View = 'play' | 'graph' | 'table' | 'plot';
/** The board comes first. */
export const VIEWS: readonly View[] = ['play', 'graph', 'table', 'plot'];

export interface Shared extends SharedGame {
  rules: string;
  lets: Record<string, string>;
  play: Play | null;
  position: string;
  view: View;
  /** How far table and plot go. */
  to: string;
  /** How the graph is looked at, if it was. */
  graph: SharedGraph | undefined;
}

export interface SharedGraph {
  layers: 'remoteness' | 'size';
  /** The positions that were opened, if the graph is shown in part. */
  opened: string[][];
  /** How far it is labelled, if step by step. */
  step: number | undefined;
}

/** A link opens no more positions than this. */
const MOST_OPENED = 200;

/** The game being played. */
export interface SharedGame {
  /** The moves of the game being played, as places in the lists of moves. */
  plies: number[];
  /** Who moves first in the game: 0 the reader, 1 the engine. */
  first: number;
  /** How the engine plays, if not perfectly. */
  opponent: Opponent;
  /** Whether winning moves are marked. */
  hints: boolean;
  /** Whether the players agreed to a draw after these moves. */
  agreed: boolean;
}

export function toHash(shared: Shared): string {
  const all = new URLSearchParams({ rules: shared.rules, at: shared.position });
  for (const [name, value] of Object.entries(shared.lets)) all.append('let', `${name}=${value}`);
  if (shared.play) all.set('play', shared.play);
  all.set('view', shared.view);
  if (shared.to) all.set('to', shared.to);
  if (shared.plies.length) all.set('moves', shared.plies.join('.'));
  if (shared.first) all.set('first', 'engine');
  if (shared.opponent !== 'perfect') all.set('opponent', shared.opponent);
  if (!shared.hints) all.set('hints', 'off');
  if (shared.agreed) all.set('draw', 'agreed');
  const { graph } = shared;
  if (graph?.layers === 'size') all.set('layers', graph.layers);
  for (const position of graph?.opened ?? []) all.append('open', position.join(' '));
  if (graph?.step !== undefined) all.set('step', String(graph.step));
  return `#${all}`;
}

function graphOf(all: URLSearchParams): SharedGraph | undefined {
  const layers = all.get('layers') === 'size' ? 'size' : 'remoteness';
  const opened = all.getAll('open').slice(0, MOST_OPENED).map((text) => text.split(' ').filter((word) => word !== ''));
  const step = /^\d{1,6}$/.test(all.get('step') ?? '') ? Number(all.get('step')) : undefined;
  return layers === 'size' || opened.length || step !== undefined ? { layers, opened, step } : undefined;
}

export function fromHash(hash: string): Shared | undefined {
  const all = new URLSearchParams(hash.replace(/^#/, ''));
  const rules = all.get('rules');
  if (rules === null) return undefined;
  const lets: Record<string, string> = {};
  for (const pair of all.getAll('let')) {
    // Anyone can write a link; what cannot be a name is none.
    const named = /^(\w+)=(.*)$/s.exec(pair);
    if (named) lets[named[1]!] = named[2]!;
  }
  const play = all.get('play');
  const view = all.get('view') as View;
  const plies = (all.get('moves') ?? '').split('.').filter((word) => /^\d{1,6}$/.test(word));
  return {
    rules,
    lets,
    play: play === 'normal' || play === 'misere' ? play : null,
    position: all.get('at') ?? '',
    view: VIEWS.includes(view) ? view : 'play',
    to: all.get('to') ?? '',
    plies: plies.map(Number),
    first: all.get('first') === 'engine' ? 1 : 0,
    opponent: OPPONENTS.find((one) => one === all.get('opponent')) ?? 'perfect',
    hints: all.get('hints') !== 'off',
    agreed: all.get('draw') === 'agreed',
    graph: graphOf(all),
  };
}
