// A rule of pictures as a drawing: its boards before and after a move, cell by cell; from its text and back.

export const KINDS = ['strip', 'ring', 'word', 'grid', 'torus', 'hex'] as const;
export type Kind = (typeof KINDS)[number];

/** Rows of cells; a cell is what the rule writes for it, such as `.`, `?`, `[XO]` or `.+`. */
export type Cells = string[][];

export interface Pair {
  before: Cells;
  after: Cells;
}

export interface Drawn {
  kind: Kind;
  /** Whether pictures may not be turned and mirrored. */
  asDrawn: boolean;
  pairs: Pair[];
  /** How the game ends, if not by itself, as it is written. */
  ending: string;
}

/** The most cells a side: larger pictures are written by hand. */
export const MOST = 8;

/** Boards of one row. */
export const isLine = (kind: Kind): boolean => kind === 'strip' || kind === 'ring' || kind === 'word';
/** Rows of hexagons: a picture is one row in three directions. */
export const isFlat = (kind: Kind): boolean => isLine(kind) || kind === 'hex';

const CELL = /(?:\[[^\]"]*\]|\{[^}"]*\}|[^\s"/[\]{}+^])\+?/gy;

/** The cells of a picture as it stands between quotes; nothing if it is none that can be drawn. */
export function cells(text: string): Cells | undefined {
  const rows = text.split('/').map((row) => {
    const found = row.match(CELL) ?? [];
    return found.join('') === row ? [...found] : undefined;
  });
  const wide = rows[0]?.length;
  return rows.every((row): row is string[] => row !== undefined && row.length === wide) && rows.length <= MOST && wide! <= MOST ? rows : undefined;
}

const quoted = (picture: Cells): string => `"${picture.map((row) => row.join('')).join('/')}"`;

/** The text of a drawn rule. */
export function write({ kind, asDrawn, pairs, ending }: Drawn): string {
  const rules = pairs.map(({ before, after }) => `${quoted(before)} -> ${quoted(after)}`).join(' | ');
  return `${kind}${asDrawn ? ' as drawn' : ''}: ${rules}${ending ? ` ${ending}` : ''}`;
}

const HEAD = /^\s*(strip|ring|word|grid|torus|hex)(\s+as\s+drawn)?\s*:\s*/;
const PAIR = /^"([^"]*)"\s*->\s*"([^"]*)"\s*/;
const ENDING = /^(over|end|play)\b[^|]*$/s;

/** A rule as a drawing; nothing if it says what cannot be drawn: names, choices, conditions, cuts of words. */
export function read(text: string): Drawn | undefined {
  const head = HEAD.exec(text);
  if (!head) return undefined;
  const kind = head[1] as Kind;
  let rest = text.slice(head[0].length);
  const pairs: Pair[] = [];
  for (;;) {
    const found = PAIR.exec(rest);
    const [before, after] = [cells(found?.[1] ?? ''), cells(found?.[2] ?? '')];
    if (!found || !before || !after || before[0]!.length === 0) return undefined;
    // Only words grow and shrink.
    const same = before.length === after.length && before[0]!.length === after[0]!.length;
    if ((!same && kind !== 'word') || (before.length > 1 && isFlat(kind))) return undefined;
    pairs.push({ before, after });
    rest = rest.slice(found[0].length);
    if (!rest.startsWith('|')) break;
    rest = rest.slice(1).trimStart();
  }
  rest = rest.trim();
  return rest === '' || ENDING.test(rest) ? { kind, asDrawn: head[2] !== undefined, pairs, ending: rest } : undefined;
}

/** The same picture with so many rows and columns; new cells hold what they are given. */
export const resized = (picture: Cells, rows: number, columns: number, fresh: string): Cells =>
  Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => picture[r]?.[c] ?? fresh));

/** What a new drawing begins with: Cram. */
export const fresh = (): Drawn => ({ kind: 'grid', asDrawn: false, pairs: [{ before: [['.', '.']], after: [['#', '#']] }], ending: '' });

/** Every letter that the pictures hold. */
export const letters = ({ pairs }: Drawn): string[] => [...new Set(pairs.flatMap(({ before, after }) => [...before.flat(), ...after.flat()]))];
