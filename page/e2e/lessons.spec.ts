// A pupil's way: from the first visit through the lessons to solved exercises, in each language, with mouse, keys and fingers.

import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Locator, type Page } from '@playwright/test';

import { fits, open } from './page';

/** How many steps each of the first lessons has. */
const STEPS = [6, 5, 5, 4, 5];

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

type Press = (what: Locator) => Promise<void>;

/** What the exercise on the page has for its answer, worked out here, without the engine. */
async function answer(page: Page, lesson: number, step: number, press: Press): Promise<void> {
  const exercise = page.getByTestId('exercise');
  await expect(exercise).toHaveAttribute('aria-busy', 'false');
  const kind = (await exercise.getAttribute('data-kind'))!;
  const at = (await exercise.getAttribute('data-at'))!.split(' ');
  const amounts = lesson === 1 && step > 4 ? [1, 3, 4] : [1, 2, 3];
  const type = async (n: number): Promise<void> => {
    await exercise.locator('[data-answer=number]').fill(String(n));
    await page.keyboard.press('Enter');
  };
  if (kind === 'who') return press(exercise.locator(`[data-answer=${value(Number(at[0]), amounts) === 0 ? 'P' : 'N'}]`));
  if (kind === 'mex') {
    const values = await exercise.getByTestId('options').locator('[data-value]').evaluateAll((all) => all.map((one) => Number((one as HTMLElement).dataset.value)));
    return type(mex(values));
  }
  if (kind === 'sum') {
    const values = await exercise.locator('tbody .value').allTextContents();
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

async function path(page: Page, lessons: number[], press: Press): Promise<void> {
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

const click: Press = (what) => what.click();
const enter: Press = async (what) => {
  await what.focus();
  await what.press('Enter');
};
const tap: Press = (what) => what.tap();

for (const [language, title] of Object.entries({ en: 'Winning and losing positions', vi: 'Thế thắng và thế thua', zh: '必胜局面与必败局面', fa: 'وضعیت‌های برد و باخت' })) {
  test.describe(language, () => {
    test.use({ locale: language });
    test(`a pupil goes from the first visit through lessons 1 to 5, ${language}`, async ({ page }) => {
      test.setTimeout(120_000);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const wrong: string[] = [];
      page.on('pageerror', (error) => wrong.push(error.message));
      await open(page);
      await page.locator('nav button').first().click();
      await page.getByTestId('lessons').getByRole('link').first().click();
      await expect(page.getByTestId('lesson-title')).toContainText(title);
      await path(page, [1, 2, 3, 4, 5], click);
      // What was done is kept.
      await page.goto('./#lesson=5');
      await page.reload();
      await expect(page.locator('nav.steps a.done')).toHaveCount(STEPS[4]!);
      expect(await fits(page)).toBe(true);
      expect(wrong).toEqual([]);
    });
  });
}

test('the lessons go with the keyboard alone', async ({ page }) => {
  test.setTimeout(120_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  await page.keyboard.press('l');
  await page.getByTestId('lessons').getByRole('link').first().press('Enter');
  await path(page, [1, 2, 3, 4, 5], enter);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('the lessons go with a finger, and fit', async ({ page }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page);
    await page.locator('nav button').first().tap();
    await page.getByTestId('lessons').getByRole('link').first().tap();
    await path(page, [1, 2, 3, 4, 5], async (what) => {
      await tap(what);
      expect(await fits(page)).toBe(true);
    });
  });
});

test('a wrong answer is refused by a witness', async ({ page }) => {
  await page.goto('./#lesson=4&step=2');
  const exercise = page.getByTestId('exercise');
  await expect(exercise).toHaveAttribute('aria-busy', 'false');
  const had = (await exercise.getByTestId('options').locator('[data-value]').first().getAttribute('data-value'))!;
  await exercise.locator('[data-answer=number]').fill(had);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('told')).toContainText(`It cannot be ${had}: the option`);
  await expect(exercise.locator('.fresh')).toHaveCount(1);
  await expect(exercise).toHaveAttribute('data-solved', '0');
});

test('the rule of a figure can be changed, and the board opens with it', async ({ page }) => {
  await page.goto('./#lesson=1&step=2');
  const figure = page.getByTestId('figure');
  await expect(figure.getByTestId('strip').locator('.P')).toHaveCount(4);
  await figure.getByLabel('Rule').fill('n -> n-k for k in 1..2');
  await expect(figure.getByTestId('strip').locator('.P')).toHaveCount(5);
  await figure.getByRole('button', { name: 'Open on the board' }).click();
  await expect(page.locator('.cm-content')).toHaveText('n -> n-k for k in 1..2');
  // The way back leads to the lesson.
  await page.goBack();
  await expect(page.getByTestId('step-1.1')).toBeVisible();
});

test('no step of the lessons has accessibility violations', async ({ page }) => {
  test.setTimeout(120_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const seen = async (hash: string, shown: Locator): Promise<void> => {
    await page.goto(`./${hash}`);
    await expect(shown.first()).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map((v) => `${hash}: ${v.id} ${v.nodes[0]?.html.slice(0, 160)}`)).toEqual([]);
  };
  await seen('#lesson=', page.getByTestId('lessons'));
  for (const [lesson, step] of [[1, 1], [1, 2], [1, 3], [2, 2], [3, 2], [3, 3], [4, 2], [5, 2], [5, 3]]) {
    await seen(`#lesson=${lesson}&step=${step}`, page.locator('[data-testid=exercise][aria-busy=false], [data-testid=figure] .change'));
  }
});
