import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { bridge } from '../src/engine/bridge';
import { EXAMPLES, help } from '../src/texts/help';

test('every example of the help is a rule, and is explained in every language', () => {
  const engine = bridge(new WebAssembly.Module(readFileSync(new URL('../src/engine/grundy.wasm', import.meta.url))));
  for (const rules of EXAMPLES) expect(JSON.parse(engine(JSON.stringify({ verb: 'read', rules }))).error, rules).toBeUndefined();
  for (const language of ['en', 'vi', 'zh', 'fa'] as const) expect(help(language).examples).toHaveLength(EXAMPLES.length);
});
