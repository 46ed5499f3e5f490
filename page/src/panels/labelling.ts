// The labelling of a game graph from its ends, one step at a time: first the positions without a move, then those
// that are decided by what is labelled already, and at last those that nothing decides.

import type { Drawing, Node } from '../engine/types';

export type Kind = 'blank' | 'end' | 'endMisere' | 'endOwn' | 'win' | 'lose' | 'draw' | 'score';

export interface Step {
  kind: Kind;
  nodes: number[];
}

export function labelling(drawing: Drawing, misere: boolean, own: boolean): Step[] {
  const steps: Step[] = [{ kind: 'blank', nodes: [] }];
  const scored = drawing.nodes.some((node) => node.score !== undefined);
  const ids = (nodes: Node[]) => nodes.map((node) => node.id);
  if (scored || drawing.measure === 'distance') {
    // Without remoteness the layers themselves are the order, from the bottom.
    const ranks = [...new Set(drawing.nodes.map((node) => node.rank))].sort((a, b) => a - b);
    for (const rank of ranks) steps.push({ kind: 'score', nodes: ids(drawing.nodes.filter((node) => node.rank === rank)) });
    return steps;
  }
  const known = drawing.nodes.filter((node) => node.remoteness !== null);
  const last = Math.max(-1, ...known.map((node) => node.remoteness!));
  for (let remoteness = 0; remoteness <= last; remoteness++) {
    const now = known.filter((node) => node.remoteness === remoteness);
    if (now.length === 0) continue;
    if (remoteness === 0) steps.push({ kind: own ? 'endOwn' : misere ? 'endMisere' : 'end', nodes: ids(now) });
    else {
      for (const outcome of ['N', 'P'] as const) {
        const some = now.filter((node) => node.outcome === outcome);
        if (some.length) steps.push({ kind: outcome === 'N' ? 'win' : 'lose', nodes: ids(some) });
      }
    }
  }
  const drawn = drawing.nodes.filter((node) => node.remoteness === null);
  if (drawn.length) steps.push({ kind: 'draw', nodes: ids(drawn) });
  return steps;
}
