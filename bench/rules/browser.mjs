// Answers as the engine in the browser does, in Node, which has the same compiler as Chromium: a question in JSON a line in, a line
// with the milliseconds it took and the answer out. One engine answers all, as on the page; it keeps in mind only what it was asked last,
// so that it is asked about another game in between.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const page = new URL('../../page/', import.meta.url);
const { transpile, ModuleKind, ScriptTarget } = createRequire(page)('typescript');
const source = transpile(readFileSync(new URL('src/engine/bridge.ts', page), 'utf8'), { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 });
const { bridge } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
const engine = new WebAssembly.Module(readFileSync(new URL('src/engine/grundy.wasm', page)));
const ask = bridge(engine);

for await (const question of createInterface({ input: process.stdin })) {
  ask('{"verb":"solve","rules":"take 1..3","position":["21"]}');
  const start = performance.now();
  const answer = ask(question);
  const ms = performance.now() - start;
  process.stdout.write(`{"ms":${ms},"answer":${answer}}\n`);
}
