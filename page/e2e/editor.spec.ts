// The editor offers what may come next.

import { expect, test } from '@playwright/test';

import { accessible } from './axe';
import { addressed, open, rule } from './page';

test('words are completed, and whole rules offered to begin with', async ({ page }) => {
  await open(page);
  await rule(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('n -> n-k fo');
  const offered = page.getByRole('listbox');
  await expect(offered.getByRole('option', { name: 'for' })).toBeVisible();
  // What has just appeared is not taken yet, so that nobody takes it by chance.
  await addressed(page);
  await page.keyboard.press('Enter');
  await expect(rule(page)).toHaveText('n -> n-k for');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Control+Space');
  const option = offered.getByRole('option', { name: 'take 1, 2 or 3 from a heap n' });
  await expect(option).toBeVisible();
  await accessible(page, 'completion', { part: '.rule' });
  await option.click();
  await expect(rule(page)).toHaveText('n -> n-k for k in 1..3');
  await expect(page.getByTestId('old')).toHaveCount(0);
});

test('neither pictures nor single letters are completed', async ({ page }) => {
  await open(page);
  await rule(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('grid: "fo');
  await expect(page.getByRole('listbox')).toHaveCount(0);
});
