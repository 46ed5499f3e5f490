// The seeds' story: each stop is a game to look at. Its words are in the texts, in the same order.

import type { Play } from '../engine/types';
import type { View } from './address';

export interface Stop {
  rules: string;
  start: string[];
  view: View;
  play?: Play;
  lets?: Record<string, string>;
}

export const STOPS: readonly Stop[] = [
  { rules: 'n -> n-k for k in 1..3', start: ['8'], view: 'graph' },
  { rules: 'nim', start: ['7', '10', '12', '5'], view: 'play' },
  { rules: 'nim', start: ['1', '2', '3'], view: 'play', play: 'misere' },
  { rules: 'n -> n-s for s in squares(n)', start: ['5', '4', '1'], view: 'table' },
  { rules: 'take {2,5}', start: ['10'], view: 'table' },
  { rules: 'crosses', start: ['9'], view: 'table' },
  { rules: 'knight', start: ['5,3'], view: 'plot', lets: { N: '8' } },
  { rules: '(n in 0..5) -> down: n-1 | up: n+1 if n > 1', start: ['2'], view: 'graph' },
];
