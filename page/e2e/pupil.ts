// A pupil's way through the lessons: every exercise is answered, by what is worked out here and not by the engine.

import { expect, type Locator, type Page } from '@playwright/test';

/** How many steps each of the first lessons has. */
export const STEPS = [6, 5, 5, 4, 5];

const mex = (values: number[]): number => {
  let n = 0;
  while (values.includes(n)) n++;
  return n;
};
/** The value of a heap by a set of amounts. */
const value = (n: number, amounts: number[]): number => {
  const all: number[] = [];
  for (let i = 0; i <= n; i++) all.push(mex(amounts.filter((k) => k <= i).map((k) => all[i - k]!)));
  return all[n]!;
};

export type Press = (what: Locator) => Promise<void>;

/** What the exercise on the page has for its answer, worked out here, without the engine. */
async function answer(page: Page, lesson: number, step: number, press: Press): Promise<void> {
  const exercise = page.getByTestId('exercise');
  await expect(exercise).toHaveAttribute('aria-busy', 'false');
  const kind = (await exercise.getAttribute('data-kind'))!;
  const at = (await exercise.getAttribute('data-at'))!.split(' ');
  const amounts = lesson === 1 && step > 4 ? [1, 3, 4] : [1, 2, 3];
  const type = async (n: number): Promise<void> => {
    const field = exercise.locator('[data-answer=number]');
    if (press === keys) {
      await reach(field);
      await page.keyboard.type(String(n));
    } else await field.fill(String(n));
    await page.keyboard.press('Enter');
  };
  if (kind === 'who') return press(exercise.locator(`[data-answer=${value(Number(at[0]), amounts) === 0 ? 'P' : 'N'}]`));
  if (kind === 'mex') {
    const values = await exercise.getByTestId('options').locator('[data-value]').evaluateAll((all) => all.map((one) => Number((one as HTMLElement).dataset.value)));
    return type(mex(values));
  }
  if (kind === 'sum') {
    const values = await exercise.locator('tbody:not(.last) .value').allTextContents();
    return type(values.map(Number).reduce((a, b) => a ^ b, 0));
  }
  if (kind === 'balance') {
    await press(exercise.getByTestId('balance').getByRole('button').nth(value(Number(at[0]!.split(',')[1]), [2, 5])));
    return press(exercise.locator('[data-answer=check]'));
  }
  if (kind === 'label') {
    const nodes = exercise.getByTestId('lesson-graph').locator('.node');
    await expect(nodes.first()).toBeVisible();
    for (const name of await nodes.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.label!))) {
      const [a, b] = name.replace(/[()]/g, '').split(',').map(Number);
      const lost = b === undefined ? a! % 3 === 0 : a! % 2 === 0 && b % 2 === 0;
      const node = exercise.locator(`.node[data-label="${name}"]`);
      await press(node);
      if (!lost) await press(node);
    }
    return press(exercise.locator('[data-answer=check]'));
  }
  if (lesson === 2) {
    // The king leaves both coordinates even.
    const [a, b] = at[0]!.split(',').map(Number);
    return press(exercise.locator(`[data-place="${a! - (a! % 2)},${b! - (b! % 2)}"]`));
  }
  // Heaps: some heap goes down to where the sum of the values is 0.
  const sizes = at.map(Number);
  const worth = lesson === 3 ? (n: number) => n : (n: number) => n % 4;
  for (const [i, n] of sizes.entries()) {
    const rest = sizes.reduce((sum, m, j) => (j === i ? sum : sum ^ worth(m)), 0);
    const to = Array.from({ length: n }, (_, m) => m).findLast((m) => worth(m) === rest && (lesson === 3 || n - m <= 3));
    if (to !== undefined) return press(exercise.getByTestId('pieces').locator('.heap').nth(i).locator('.stone').nth(to));
  }
}

export async function path(page: Page, lessons: number[], press: Press): Promise<void> {
  for (const lesson of lessons) {
    for (let step = 0; step < STEPS[lesson - 1]!; step++) {
      await expect(page.getByTestId(`step-${lesson}.${step}`)).toBeVisible();
      const exercise = page.getByTestId('exercise');
      if (await exercise.count()) {
        for (let round = 0; ; round++) {
          await answer(page, lesson, step, press);
          await expect(page.getByTestId('told')).toHaveAttribute('data-right', 'true');
          await expect(exercise).toHaveAttribute('data-solved', String(round + 1));
          if (await page.locator('nav.steps [aria-current].done').count()) break;
          const before = page.getByTestId('told');
          await press(page.getByTestId('another'));
          await expect(before).not.toHaveAttribute('data-right', 'true');
        }
      } else await expect(page.getByTestId('figure').locator('.pieces, svg, table, [data-testid=strip], [data-testid=options], [data-testid=balance]').first()).toBeVisible();
      await press(page.getByTestId('next'));
    }
  }
}

export const click: Press = (what) => what.click();

const focused = (what: Locator): Promise<boolean> => what.evaluate((one) => one === document.activeElement);

/** Goes to something as one does with the keyboard: by the tab key, and inside a graph by arrows. */
export async function reach(what: Locator): Promise<void> {
  const { keyboard } = what.page();
  const inside = (await what.getAttribute('tabindex')) === '-1';
  const door = inside ? what.locator('xpath=ancestor::*[local-name()="svg"]').locator('[tabindex="0"]') : what;
  // A focus that is inside the graph already goes on from there.
  const near = inside && (await what.evaluate((one) => one.closest('svg')!.contains(document.activeElement)));
  for (let tabs = 0; !near && tabs < 300 && !(await focused(door)); tabs++) await keyboard.press('Tab');
  for (let step = 0; inside && step < 40 && !(await focused(what)); step++) {
    const [dx, dy] = await what.evaluate((one) => {
      const middle = (box: DOMRect): [number, number] => [box.x + box.width / 2, box.y + box.height / 2];
      const [to, from] = [middle(one.getBoundingClientRect()), middle(document.activeElement!.getBoundingClientRect())];
      return [to[0] - from[0], to[1] - from[1]] as const;
    });
    // First to its layer, then along it.
    const across = Math.abs(dy) < 12;
    await keyboard.press(across ? (dx > 0 ? 'ArrowRight' : 'ArrowLeft') : dy > 0 ? 'ArrowDown' : 'ArrowUp');
  }
  await expect(what).toBeFocused();
}

export const keys: Press = async (what) => {
  await reach(what);
  await what.page().keyboard.press('Enter');
};
export const tap: Press = (what) => what.tap();
