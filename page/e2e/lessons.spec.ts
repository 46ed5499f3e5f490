// A pupil's way: from the first visit through the lessons to solved exercises, in each language, with mouse, keys and fingers.

import { readFileSync } from 'node:fs';

import { expect, test, type Locator, type Page } from '@playwright/test';

import { accessibleInBoth } from './axe';
import { fits, open } from './page';
import { click, keys, path, STEPS, tap, type Press } from './pupil';

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

/** The first visit, the list of lessons, and the lessons themselves. */
async function learn(page: Page, lessons: number[], press: Press): Promise<void> {
  test.setTimeout(240_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  await press(page.locator('nav button').first());
  await press(page.getByTestId('lessons').getByRole('link').first());
  await path(page, lessons, press);
}

// What keys and fingers reach does not depend on the language, but where things stand does; so one language goes all the way,
// and the others as far as the first solved exercises.
const LANGUAGES = ['en', 'vi', 'zh', 'fa'];
for (const locale of LANGUAGES) {
  test.describe(`with the keyboard alone, ${locale}`, () => {
    test.use({ locale });
    test(`the lessons go with the keyboard alone, ${locale}`, ({ page }) => learn(page, locale === 'en' ? [1, 2, 3, 4, 5] : [1], keys));
  });
  test.describe(`on a phone, ${locale}`, () => {
    test.use({ locale, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    test(`the lessons go with a finger, and fit, ${locale}`, ({ page }) =>
      learn(page, locale === 'fa' ? [1, 2, 3, 4, 5] : [1], async (what) => {
        await tap(what);
        expect(await fits(page)).toBe(true);
      }));
  });
}

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

test('no step of the lessons has accessibility violations, light or dark', async ({ page }) => {
  test.setTimeout(120_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const seen = async (hash: string, shown: Locator): Promise<void> => {
    await page.goto(`./${hash}`);
    await expect(shown.first()).toBeVisible();
    await accessibleInBoth(page, hash);
  };
  await seen('#lesson=', page.getByTestId('lessons'));
  for (const [lesson, step] of [[1, 1], [1, 2], [1, 3], [2, 2], [3, 2], [3, 3], [4, 2], [5, 2], [5, 3]]) {
    await seen(`#lesson=${lesson}&step=${step}`, page.locator('[data-testid=exercise][aria-busy=false], [data-testid=figure] .change'));
  }
});

test('the later lessons show their figures and exercises without a mistake', async ({ page }) => {
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [lesson, steps] of [[6, 5], [7, 5], [8, 4], [9, 2], [10, 5], [11, 4]] as const) {
    for (let step = 1; step <= steps; step++) {
      await page.goto(`./#lesson=${lesson}&step=${step}`);
      await expect(page.getByTestId(`step-${lesson}.${step - 1}`)).toBeVisible();
      await expect(page.locator('[data-testid=exercise][aria-busy=false], [data-testid=figure] :is(.pieces, svg, [data-testid=strip], [data-testid=options], [data-testid=lesson-period]), [data-testid=problems]').first()).toBeVisible();
    }
  }
  await expect(page.getByTestId('problems').getByRole('listitem')).toHaveCount(26);
  expect(wrong).toEqual([]);
});

test('a teacher makes an assignment, and a pupil’s answers become a file', async ({ page, context }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#lesson=teacher');
  const teacher = page.getByTestId('teacher');
  await teacher.getByRole('textbox', { name: 'Title' }).fill('Nim, Monday');
  const add = async (rule: string, position: string, find: string): Promise<void> => {
    await teacher.getByRole('textbox', { name: 'Rule' }).fill(rule);
    await teacher.getByRole('textbox', { name: 'Position' }).fill(position);
    await teacher.getByRole('combobox').selectOption(find);
    await teacher.getByRole('button', { name: 'Add this task' }).click();
  };
  await add('nim', '3 4 5', 'move');
  await expect(teacher.getByRole('listitem')).toHaveCount(1);
  await add('n -> n-k for k in 1..3', '8', 'who');
  await expect(teacher.getByRole('listitem')).toHaveCount(2);
  // What the engine cannot judge is no task.
  await add('nim', '3 x', 'who');
  await expect(teacher).toContainText('not a number');
  await expect(teacher.getByRole('listitem')).toHaveCount(2);
  const link = await teacher.getByTestId('assignment-link').inputValue();
  const pupil = await context.newPage();
  await pupil.emulateMedia({ reducedMotion: 'reduce' });
  await pupil.goto(link);
  await expect(pupil.getByTestId('lesson-title')).toHaveText('Nim, Monday');
  const tasks = pupil.getByTestId('exercise');
  await expect(tasks).toHaveCount(2);
  // A wrong move first, then the right one: 3 → 1.
  await tasks.first().locator('.heap').nth(1).locator('.stone').first().click();
  await expect(tasks.first().getByTestId('told')).toHaveAttribute('data-right', 'false');
  await tasks.first().locator('.heap').nth(0).locator('.stone').nth(1).click();
  await expect(tasks.first().getByTestId('told')).toHaveAttribute('data-right', 'true');
  await tasks.nth(1).locator('[data-answer=P]').click();
  await expect(tasks.nth(1).getByTestId('told')).toHaveAttribute('data-right', 'true');
  await pupil.getByLabel('Your name').fill('Lan');
  const [file] = await Promise.all([pupil.waitForEvent('download'), pupil.getByRole('button', { name: 'Save my answers' }).click()]);
  expect(file.suggestedFilename()).toBe('Nim-Monday-Lan.json');
  const said = JSON.parse(readFileSync(await file.path(), 'utf8'));
  expect(said).toMatchObject({ assignment: 'Nim, Monday', name: 'Lan', solved: 2, of: 2 });
  expect(said.tasks[0].tries.map((one: { right: boolean }) => one.right)).toEqual([false, true]);
});

test('the puzzle of the day has three levels', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#lesson=daily');
  const daily = page.getByTestId('daily');
  for (const level of ['Easy', 'Medium', 'Hard']) {
    await daily.getByRole('button', { name: level }).click();
    await expect(daily.getByTestId('exercise')).toHaveAttribute('aria-busy', 'false');
    await expect(daily).toContainText(/Difficulty \d+/);
  }
});
