import { expect, test } from '@playwright/test';

import { open } from './page';

test('a whole game of Nim is won by clicking the shown winning moves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '#rules=nim&at=3+4+5&view=play');
  const status = page.getByTestId('status');
  for (let move = 0; move < 20; move++) {
    await expect(status).toHaveText(/Your move|You win!/);
    if ((await status.textContent())!.includes('You win!')) break;
    await page.locator('[data-kind="winning"]').first().click();
    await expect(status).not.toHaveText(/Your move/);
  }
  await expect(status).toHaveText('You win!');
});

test('stones can be clicked, taken back, and the blunder shows', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '#rules=nim&at=3+4+5&view=play');
  // Taking the whole third heap leaves 3 + 4, which the engine wins.
  await page.getByRole('group', { name: '5 stones' }).getByRole('button').first().click();
  await expect(page.getByTestId('status')).toHaveText('Your move');
  await expect(page.getByText('?!')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('group', { name: '5 stones' })).toBeVisible();
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(page.getByRole('group', { name: '5 stones' })).toHaveCount(0);
});

test('a game comes along in a shared link', async ({ page, context }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '#rules=nim&at=3+4+5&view=play');
  await page.locator('[data-kind="winning"]').first().click();
  await expect(page.getByTestId('status')).toHaveText('Your move');
  await page.waitForTimeout(400);
  const pieces = await page.getByTestId('pieces').locator('.count').allTextContents();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByTestId('pieces').locator('.count')).toHaveText(pieces);
});

test('a knight is played on its board, by click and by drag', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '#rules=knight&let=N%3D8&at=8,7&view=play');
  await page.getByRole('button', { name: /^\(6,8\)/ }).click();
  await expect(page.getByTestId('status')).toHaveText(/Your move|wins|win!/);
  await page.getByRole('button', { name: 'Restart' }).click();
  await page.getByRole('button', { name: '(8,7) ●' }).dragTo(page.getByRole('button', { name: /^\(6,6\)/ }));
  await expect(page.getByRole('button', { name: '(8,7) ●' })).toHaveCount(0);
});

test('a game that nobody can win is drawn', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '#rules=%28n+in+0..5%29+->+down%3A+n-1+|+up%3A+n%2B1+if+n+>+1&at=2&view=play');
  const status = page.getByTestId('status');
  for (let move = 0; move < 20; move++) {
    await expect(status).toHaveText(/Your move|draw/);
    if (/draw/.test((await status.textContent())!)) break;
    await page.locator('[data-kind="draw"]').first().click();
    await expect(status).not.toHaveText(/Your move/);
  }
  await expect(status).toHaveText(/A draw/);
});

test('the engine moves first after swapping sides', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '#rules=take+1..3&at=8&view=play');
  await page.getByRole('button', { name: 'Swap sides' }).click();
  await expect(page.getByTestId('status')).toHaveText('Your move');
  await expect(page.getByRole('group', { name: '8 stones' })).toHaveCount(0);
});
