// How the positions of boards are drawn.

import type { Reading } from '../engine/types';

export type Shape = 'cells' | 'bar' | 'marbles' | 'letters' | 'l';

/** Boards whose positions are not rows of signs. */
const SHAPES: Record<string, Shape> = { chomp: 'bar', 'first-home': 'marbles', strings: 'letters', lgame: 'l' };

/** How a board is drawn, also one whose positions rules of its name can read; nothing for other rules. */
export const shape = (reading: Reading | undefined): Shape | undefined =>
  SHAPES[reading?.name ?? ''] ?? (reading?.board ? 'cells' : undefined);
