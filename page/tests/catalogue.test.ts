// The engine in the browser answers as the command line does, for every game of the catalogue.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { bridge, parse, type Ask } from '../src/engine/bridge';
import type { Entry } from '../src/engine/types';

const program = process.env.GRUNDY ?? '../target/debug/grundy';
const wasm = 'src/engine/grundy.wasm';
const ask: Ask = bridge(new WebAssembly.Module(readFileSync(wasm)));

function native(args: string[]): unknown {
  try {
    return parse(execFileSync(program, [...args, '--json'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }));
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    // `period` that finds none answers all the same, with exit code 1.
    return parse(stdout.trim() || stderr.trim().split('\n').at(-1)!);
  }
}

/**
 * An answer without what depends on the machine, its speed and the bytes that pointers take, nor on who says it: the command
 * line words next steps with its own flags, and what is meant is data beside them.
 */
function anywhere(answer: unknown): unknown {
  const { search, error } = answer as { search?: { positions_per_second?: number; table_bytes?: number }; error?: { hint?: string } };
  delete search?.positions_per_second;
  delete search?.table_bytes;
  delete error?.hint;
  return answer;
}

const browser = (question: object): unknown => parse(ask(JSON.stringify(question)));

// Limits are the same on both sides, so that both refuse the same questions.
const LIMITS = { max_positions: 200_000 };
const FLAGS = ['--max-positions', '200000'];

test('answers in the browser equal those of the command line on the whole catalogue', { timeout: 300_000 }, () => {
  const { games } = browser({ verb: 'games' }) as { games: Entry[] };
  expect(games.length).toBeGreaterThan(80);
  let compared = 0;
  for (const { name, start } of games) {
    for (const play of [null, 'misere']) {
      const flag = play ? ['--misere'] : [];
      const solved = browser({ verb: 'solve', rules: name, position: start, play, ...LIMITS });
      expect(anywhere(solved), `${name} ${start} ${play}`).toEqual(anywhere(native(['solve', name, ...start, ...flag, ...FLAGS])));
      compared++;
    }
    const period = browser({ verb: 'period', rules: name, limit: 2000, ...LIMITS });
    const told = native(['period', name, '--limit', '2000', ...FLAGS]) as { rows?: unknown; proved_by?: string; period: unknown; saltus: unknown };
    // Proofs about rows of several coordinates are left out of the browser, which says that it cannot.
    if (told.rows) expect(period).toMatchObject({ error: { kind: 'unsupported' } });
    // So are proofs by automata: there nothing is called proved, and what is seen is the same.
    else if (told.proved_by === 'automaton') {
      const seen = period as Partial<typeof told> & { verdict?: string };
      expect(seen.verdict, `${name} period`).not.toBe('proved');
      if (seen.verdict === 'seen') expect([seen.period, seen.saltus], `${name} period`).toEqual([told.period, told.saltus]);
    }
    else expect(anywhere(period), `${name} period`).toEqual(anywhere(told));
  }
  expect(compared).toBe(2 * games.length);
});
