// The answer and the table in other people's formats.

import type { Cell, Table } from '../engine/types';
import { showCell } from '../state/show';
import type { Asked } from '../state/study.svelte';

/** A word for a shell, quoted if it needs to be. */
export const quoted = (word: string): string => (/^[\w.,=+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

export function command({ rules, lets, play, position }: Asked): string {
  const words = ['grundy', 'solve', quoted(rules), ...position.map(quoted)];
  for (const [name, value] of Object.entries(lets)) words.push('--let', quoted(`${name}=${value}`));
  if (play) words.push(play === 'misere' ? '--misere' : '--normal');
  return words.join(' ');
}

/** The text of a frame that shows the game of an address on another page. */
export function frame(address: string, title: string): string {
  const url = new URL(address);
  url.search = '?embed';
  const quotes = (text: string): string => text.replace(/[&"<>]/g, (sign) => ({ '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' })[sign]!);
  return `<iframe src="${quotes(url.href)}" title="${quotes(title)}" width="100%" height="620" style="border:0" loading="lazy"></iframe>`;
}

/** Words of a file name: letters and digits of any language, the rest as hyphens, and not too long. */
const slug = (text: string, most: number): string => text.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, most).replace(/^-+|-+$/g, '');

/** What a file is called: the rules, what else decides its content, and what of the game it shows. */
export function fileName({ rules, lets, play, position }: Asked, view: string, ending: string): string {
  const given = Object.entries(lets).map(([name, value]) => slug(`${name}${value}`, 24));
  // A table and a plot are of all positions.
  const at = view === 'table' || view === 'plot' ? '' : slug(position.join(' '), 40);
  const words = [slug(rules, 48) || 'game', ...given, play ?? '', at, view];
  return `${words.filter((word) => word !== '').join('-')}.${ending}`;
}

const cell = (text: string): string => (text.includes(',') ? `"${text}"` : text);
const lines = (all: string[]): string => all.join('\n') + '\n';

export function csv(table: Table): string {
  if (table.columns.length === 0) {
    return lines([`${table.axes[0]},value`, ...table.rows.map((n, i) => `${n},${cell(showCell(table.cells[i]![0]!))}`)]);
  }
  const head = [`${table.axes[0]}\\${table.axes[1]}`, ...table.columns].join(',');
  return lines([head, ...table.rows.map((n, i) => [n, ...table.cells[i]!.map((c) => cell(showCell(c)))].join(','))]);
}

/** The b-file of the OEIS: an index and a value a line; only whole numbers of one coordinate can be written so. */
export function bfile(table: Table): string | undefined {
  if (table.columns.length || !table.cells.every(([value]) => typeof value === 'number' || typeof value === 'bigint')) return undefined;
  return lines(table.rows.map((n, i) => `${n} ${showCell(table.cells[i]![0]!)}`));
}

/** JSON in which whole numbers of any size stay numbers, as Python reads them. */
export function json(answer: unknown): string {
  const marked = JSON.stringify(answer, (_, value: unknown) => (typeof value === 'bigint' ? `\0${value}` : value), 2);
  return `${marked.replace(/"\\u0000(-?\d+)"/g, '$1')}\n`;
}

const formula = (value: Cell): string => showCell(value).replace(/∞(\(.*\))?/, (_, set?: string) => `$\\infty${set ?? ''}$`);

export function latex(table: Table): string {
  const row = (cells: string[]): string => `${cells.join(' & ')} \\\\`;
  if (table.columns.length === 0) {
    const wide = 10;
    const body: string[] = [];
    for (let at = 0; at < table.rows.length; at += wide) {
      const some = table.cells.slice(at, at + wide).map((c) => formula(c[0]!));
      body.push(row([`${table.rows[at]}`, ...some, ...Array<string>(wide - some.length).fill('')]));
    }
    return lines([`\\begin{tabular}{r|${'r'.repeat(wide)}}`, row([`$${table.axes[0]}$`, ...Array.from({ length: wide }, (_, i) => `$+${i}$`)]), '\\hline', ...body, '\\end{tabular}']);
  }
  const body = table.rows.map((n, i) => row([`${n}`, ...table.cells[i]!.map(formula)]));
  return lines([`\\begin{tabular}{r|${'r'.repeat(table.columns.length)}}`, row([`$${table.axes[0]}\\backslash ${table.axes[1]}$`, ...table.columns.map(String)]), '\\hline', ...body, '\\end{tabular}']);
}

/** A picture made of an SVG text, twice as large so that it stays sharp. */
export async function png(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    await image.decode();
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: image.naturalWidth * 2, height: image.naturalHeight * 2 });
    const pen = canvas.getContext('2d')!;
    pen.fillStyle = '#ffffff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'));
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
