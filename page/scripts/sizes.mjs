// What a first visit loads, compressed as `grundy serve` sends it; fails above the budget.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

// 400 KB is the aim. The engine alone is about 688 KiB: every board is the whole search once more (boards and their
// searches are a quarter of the code), sorting is a tenth, and all engines and pictures are in one file. Embedding the
// catalogue as JSON took off 43 KiB. Optimising for size only (`z`) takes off 46 KiB more, still misses the aim and makes
// every answer slower by almost half; `wasm-opt -Os` makes a smaller file that compresses worse. Rules over boards added 85 KiB: their
// language, and two more games that the searches are compiled for; boards that become such rules give their copies back. So the figure is stated
// instead, and kept from growing. Rules over boards on tables of moves and planes of bits, their theorems, drawings and the larger language
// added another 120 KiB; each number of planes is the whole search once more, 4 KiB each. The editor comes after the first answer; until then a plain field does.
// Failures that are keyed data, so that every language has its own words for them, added 7 KiB; rules as programs, which the
// browser interprets several times faster than it walked them, 30 KiB.
const budget = 790 * 1024;
const dist = new URL('../dist/', import.meta.url).pathname;
const html = readFileSync(join(dist, 'index.html'), 'utf8');
const names = readdirSync(join(dist, 'assets')).filter((name) => !name.endsWith('.br'));
// What the page itself names is loaded at once, and so are the worker and the engine; the rest waits until it is used.
const first = (name) => html.includes(name) || name.endsWith('.wasm') || name.startsWith('worker-');
let total = brotliCompressSync(html).length;
for (const name of names.sort()) {
  const path = join(dist, 'assets', name);
  const small = statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
  if (first(name)) total += small;
  console.log(`${first(name) ? 'first' : 'later'}  ${String(small).padStart(8)} of ${String(statSync(path).size).padStart(8)}  ${name}`);
}
console.log(`first load: ${(total / 1024).toFixed(1)} KiB compressed, the budget is ${budget / 1024} KiB`);
process.exit(total > budget ? 1 : 0);
