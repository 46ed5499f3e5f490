// What a first visit loads, compressed as a server would send it; fails above the budget.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const budget = 400 * 1024;
const dist = new URL('../dist/', import.meta.url).pathname;
const html = readFileSync(join(dist, 'index.html'), 'utf8');
const files = readdirSync(join(dist, 'assets')).map((name) => `assets/${name}`);
// What the page itself names is loaded at once, and so are the worker and the engine; the rest waits until it is used.
const first = (name) => html.includes(name) || name.endsWith('.wasm') || name.includes('/worker-');
let total = gzipSync(html).length;
for (const name of files.sort()) {
  const bytes = readFileSync(join(dist, name));
  const small = gzipSync(bytes, { level: 9 }).length;
  if (first(name)) total += small;
  console.log(`${first(name) ? 'first' : 'later'}  ${String(small).padStart(8)} of ${String(bytes.length).padStart(8)}  ${name}`);
}
console.log(`first load: ${(total / 1024).toFixed(1)} KiB compressed, the budget is ${budget / 1024} KiB`);
process.exit(total > budget ? 1 : 0);
