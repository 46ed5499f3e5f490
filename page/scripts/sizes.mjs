// What a first visit loads, compressed as `grundy serve` sends it; fails above the budget.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

// 400 KB is the aim. A first visit loads the engine of rules of numbers; boards, products, drawings, what is taken home and the catalogue are in the
// whole engine, which is loaded when one of them is asked for. The engine of numbers is mostly recognisers, tables, values of
// heaps and their proofs; sorting is a tenth. Optimising for size only (`z`) makes every answer slower by almost half, and
// `wasm-opt -Os` makes a smaller file that compresses worse. The editor comes after the first answer; until then a plain field does.
// Measured 511 KiB.
const budget = 515 * 1024;
const dist = new URL('../dist/', import.meta.url).pathname;
const html = readFileSync(join(dist, 'index.html'), 'utf8');
const names = readdirSync(join(dist, 'assets')).filter((name) => !name.endsWith('.br'));
// What the page itself names is loaded at once, and so are the worker and the engine of numbers; the rest waits until it is used.
const first = (name) => html.includes(name) || /^numbers-.*\.wasm$/.test(name) || name.startsWith('worker-');
let total = brotliCompressSync(html).length;
for (const name of names.sort()) {
  const path = join(dist, 'assets', name);
  const small = statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
  if (first(name)) total += small;
  console.log(`${first(name) ? 'first' : 'later'}  ${String(small).padStart(8)} of ${String(statSync(path).size).padStart(8)}  ${name}`);
}
console.log(`first load: ${(total / 1024).toFixed(1)} KiB compressed, the budget is ${budget / 1024} KiB`);
process.exit(total > budget ? 1 : 0);
