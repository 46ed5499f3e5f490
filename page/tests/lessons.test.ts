import { readFileSync } from 'node:fs';

import { describe, expect, it, test } from 'vitest';

import { bridge, parse } from '../src/engine/bridge';
import type { Drawing, Moves, Outcome, Reading, Report } from '../src/engine/types';
import { answers, assignmentHash, assignmentOf, type Task } from '../src/lessons/assignment';
import * as check from '../src/lessons/check';
import { LESSONS } from '../src/lessons/content';
import { LEVELS, puzzle, wins } from '../src/lessons/daily';
import { fit } from '../src/lessons/make';
import { PROBLEMS } from '../src/lessons/problems';
import { load } from '../src/lessons/texts';
import { rows } from '../src/play/rows';

const engine = bridge(new WebAssembly.Module(readFileSync(new URL('../src/engine/grundy.wasm', import.meta.url))));
const ask = (question: object): unknown => {
  const answer = parse(engine(JSON.stringify(question))) as { error?: { message: string } };
  if (answer.error) throw new Error(answer.error.message);
  return answer;
};
const look = (rules: string) => async (position: string[]): Promise<Moves> => ask({ verb: 'moves', rules, position }) as Moves;

/** Numbers that are the same in every run. */
function steady(): () => number {
  let state = 12345;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state / 2 ** 32;
  };
}

describe('answers are judged with a witness', () => {
  const take = look('n -> n-k for k in 1..3');
  it('who wins: a missed win is shown, and a move that fails with its answer', async () => {
    const [five, eight] = [await take(['5']), await take(['8'])];
    expect(await check.who(five, 'N', take)).toMatchObject({ right: true });
    expect(await check.who(five, 'P', take)).toMatchObject({ right: false, said: 'whoMissed', parts: { move: '5 → 4', then: '4' } });
    expect(await check.who(eight, 'P', take)).toMatchObject({ right: true });
    expect(await check.who(eight, 'N', take)).toMatchObject({ right: false, said: 'whoNone', parts: { move: '8 → 7', reply: '7 → 4' } });
    expect(await check.who(await take(['0']), 'N', take)).toMatchObject({ right: false, said: 'whoEnd' });
  });
  it('a move: the answer to a losing one is named', async () => {
    const six = await take(['6']);
    const by = (to: number) => six.moves.find((move) => move.to[0] === to)!;
    expect(await check.move(six, by(4), take)).toMatchObject({ right: true });
    expect(await check.move(six, by(5), take)).toMatchObject({ right: false, parts: { reply: '5 → 4', left: '4' } });
  });
  it('mex: the option that has the number, or a smaller one that none has', async () => {
    const here = await look('n -> n-s for s in squares(n)')(['25']);
    expect(check.mex(here, 3)).toMatchObject({ right: true });
    expect(check.mex(here, 0)).toMatchObject({ right: false, said: 'mexHas' });
    expect(Number(here.moves[check.mex(here, 0).at![0]!]!.then.value)).toBe(0);
    expect(check.mex(here, 7)).toMatchObject({ right: false, said: 'mexEarlier', parts: { least: '3' } });
  });
  it('a nim-sum: the highest column that is wrong', () => {
    expect(check.sum([7, 10, 12, 5], 4, 4)).toMatchObject({ right: true });
    expect(check.sum([7, 10, 12, 5], 4, 12)).toMatchObject({ right: false, parts: { column: '8', n: '2', digit: '0' } });
  });
  it('labels: the first wrong one from the end, with what shows it', () => {
    const drawing = ask({ verb: 'layout', rules: 'n -> n-k for k in 1..2', position: ['4'], layers: 'size', nodes: 60 }) as Drawing;
    const labels = (text: string) => new Map(drawing.nodes.flatMap((node) => (text[Number(node.label)] === '?' ? [] : [[node.id, text[Number(node.label)] as Outcome] as const])));
    expect(check.label(drawing, labels('PNNPN'))).toMatchObject({ right: true });
    expect(check.label(drawing, labels('NNNPN'))).toMatchObject({ said: 'labelEnd', parts: { node: '0' } });
    expect(check.label(drawing, labels('PPNPN'))).toMatchObject({ said: 'labelToP', parts: { node: '1', to: '0' } });
    expect(check.label(drawing, labels('PNNNN'))).toMatchObject({ said: 'labelAllN', parts: { node: '3' } });
    expect(check.label(drawing, labels('PNN?N'))).toMatchObject({ said: 'labelOpen', parts: { node: '3' } });
  });
});

describe('lessons', () => {
  it('have words for every step in every language', async () => {
    for (const language of ['en', 'vi', 'zh', 'fa'] as const) {
      const { lessons } = await load(language);
      for (const { id, steps } of LESSONS) expect(lessons[id]?.steps.map((one) => one.length > 0), `${language} ${id}`).toEqual(steps.map(() => true));
    }
  });
  it('have figures that the engine answers, and exercises with something to find', async () => {
    const random = steady();
    for (const { id, steps } of LESSONS) {
      for (const { figure, exercise } of steps) {
        if (figure) expect((ask({ verb: 'solve', ...figure, play: figure.play ?? null, view: undefined, to: undefined, outcomes: undefined }) as Report).outcome, id).toMatch(/[NPD]/);
        if (!exercise) continue;
        for (let i = 0; i < 6; i++) {
          const { here } = await fit(exercise, async (position) => ask({ verb: 'moves', rules: exercise.rules, lets: exercise.lets ?? {}, play: exercise.play ?? null, position }) as Moves, random);
          expect(here.moves.length, `${id} ${exercise.kind}`).toBeGreaterThan(0);
          if (exercise.kind === 'move') expect(here.outcome).toBe('N');
        }
      }
    }
  });
});

test('each of the judged problems opens as a game', () => {
  expect(PROBLEMS.length).toBe(26);
  for (const { rules, at } of PROBLEMS) {
    const start = at?.split(' ') ?? (ask({ verb: 'read', rules }) as Reading).start;
    expect((ask({ verb: 'solve', rules, position: start }) as Report).outcome, rules).toMatch(/[NPD]/);
  }
});

describe('the puzzle of the day', () => {
  const asked = async (rules: string, position: string[]): Promise<Moves> => look(rules)(position);
  it('has just one winning move, and is the same for everyone', async () => {
    for (const level of LEVELS) {
      for (const day of ['2026-01-01', '2026-05-17']) {
        const one = await puzzle(day, level, asked);
        expect(wins(one.here)).toBe(1);
        expect((await puzzle(day, level, asked)).at).toEqual(one.at);
      }
    }
  });
});

describe('an assignment', () => {
  const tasks: Task[] = [{ kind: 'move', rules: 'grid: ".." -> "##" | ".|." -> "#|#"', position: ['3x3'], misere: true }, { kind: 'who', rules: 'nim', position: ['3', '4'], misere: false }];
  it('is a link and back, whatever stands in its rules', () => {
    expect(assignmentOf(assignmentHash({ title: 'A & B', tasks }))).toEqual({ title: 'A & B', tasks });
    expect(assignmentOf('#lesson=assignment&task=nonsense&task=eval|normal|1|nim').tasks).toEqual([]);
  });
  it('has answers that count what was solved', () => {
    const said = JSON.parse(answers({ title: 'T', tasks }, 'An', [[{ at: '', answer: 'x', right: false }], [{ at: '', answer: 'N', right: true }]], new Date('2026-02-03')));
    expect(said).toMatchObject({ assignment: 'T', name: 'An', date: '2026-02-03', solved: 1, of: 2 });
  });
});

describe('heaps keep their places', () => {
  const move = (component: number, ...to: number[]) => ({ component, to, label: null });
  const shown = (all: ReturnType<typeof rows>) => all?.map(({ places }) => places.map((one) => one ?? '.').join(''));
  it('what is taken leaves its places empty, and a split lies on both sides', () => {
    expect(shown(rows([3, 4], [move(0, 1)]))).toEqual(['0..', '1111']);
    expect(shown(rows([7], [move(0, 2, 3)]))).toEqual(['00..111']);
    expect(shown(rows([7], [move(0, 2, 3), move(1, 1)]))).toEqual(['00..1..']);
    expect(shown(rows([7], [move(0, 2, 3), move(0)]))).toEqual(['....000']);
  });
  it('a heap that grows takes places behind its row', () => {
    expect(shown(rows([2, 1], [move(1, 3)]))).toEqual(['00', '111']);
  });
  it('names and huge heaps are no rows', () => {
    expect(rows(['a'], [])).toBeUndefined();
    expect(rows([1000], [])).toBeUndefined();
  });
});
