// A rule is drawn with the mouse and becomes its text, and back.

import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';

import { fits, open, paste, rule } from './page';

test('a rule is drawn cell by cell and becomes its text', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Draw the rule' }).click();
  const dialog = page.getByRole('dialog');
  const text = dialog.getByTestId('drawn-rule');
  await expect(text).toHaveText('grid: ".." -> "##"');
  // The rule in the field was Nim.
  await expect(dialog).toContainText('takes its place');
  await dialog.getByRole('radio', { name: 'X' }).click();
  await dialog.getByRole('group', { name: 'Before 1' }).getByRole('button').first().click();
  await expect(text).toHaveText('grid: "X." -> "##"');
  await dialog.getByRole('radio', { name: 'empty' }).click();
  await dialog.getByRole('group', { name: 'After 1' }).getByRole('button').first().click();
  await dialog.getByRole('radio', { name: 'X' }).click();
  await dialog.getByRole('group', { name: 'After 1' }).getByRole('button').last().click();
  await expect(text).toHaveText('grid: "X." -> ".X"');
  await dialog.getByLabel('may be turned and mirrored').uncheck();
  await dialog.getByLabel('Board').selectOption('strip');
  await expect(text).toHaveText('strip as drawn: "X." -> ".X"');
  await dialog.getByRole('button', { name: 'Use this rule' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rule(page)).toHaveText('strip as drawn: "X." -> ".X"');
  await expect(page.getByTestId('old')).toHaveCount(0);
});

test('a written rule is drawn, and changed with the keyboard', async ({ page }) => {
  await open(page);
  await paste(page, 'strip: "o" -> "." | "oo" -> ".."');
  await page.getByRole('button', { name: 'Draw the rule' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByTestId('drawn-rule')).toHaveText('strip: "o" -> "." | "oo" -> ".."');
  await expect(dialog).not.toContainText('takes its place');
  await dialog.getByLabel('Letter').focus();
  await page.keyboard.type('q');
  await page.keyboard.press('Enter');
  await dialog.getByRole('group', { name: 'After 1' }).getByRole('button').focus();
  await page.keyboard.press('Space');
  await expect(dialog.getByTestId('drawn-rule')).toHaveText('strip: "o" -> "q" | "oo" -> ".."');
  await dialog.getByRole('button', { name: 'Remove picture 2' }).press('Enter');
  await dialog.getByRole('button', { name: 'Columns +' }).press('Enter');
  await expect(dialog.getByTestId('drawn-rule')).toHaveText('strip: "o." -> "q."');
  await page.keyboard.press('Escape');
  await expect(rule(page)).toHaveText('strip: "o" -> "." | "oo" -> ".."');
});

for (const [look, how] of Object.entries({ desk: {}, phone: { viewport: { width: 390, height: 844 }, hasTouch: true }, Persian: { locale: 'fa' } })) {
  test.describe(look, () => {
    test.use(how);
    test(`drawing a rule is accessible, ${look}`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await open(page);
      await page.locator('.draw').click();
      await expect(page.getByTestId('drawn-rule')).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map((v) => `${v.id} ${v.nodes[0]?.html.slice(0, 160)}`)).toEqual([]);
      expect(await fits(page)).toBe(true);
      const small = await page.getByRole('dialog').locator('button').evaluateAll((all) => all.filter((one) => Math.min(one.clientWidth, one.clientHeight) < 42).map((one) => one.outerHTML.slice(0, 80)));
      if (look === 'phone') expect(small).toEqual([]);
    });
  });
}

test('signs between quotes are no comment', async ({ page }) => {
  await open(page);
  await paste(page, 'grid: ".." -> "##" # Cram');
  await expect(page.locator('.rule-comment')).toHaveText(['# Cram']);
  await expect(page.locator('.rule-picture')).toHaveText(['".."', '"##"']);
  await expect(page.locator('#position-help')).toContainText('A board by its size');
});
