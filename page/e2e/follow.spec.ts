// The answer follows the game: after each move of a whole game it is what the engine says about the position on the board.

import { readFileSync } from 'node:fs';

import { expect, test } from '@playwright/test';

import { bridge, parse } from '../src/engine/bridge';
import type { Report } from '../src/engine/types';
import { showSum, showValue } from '../src/state/show';
import { open } from './page';

const GAMES: [rules: string, at: string, play?: 'misere'][] = [
  ['nim', '3 4 5'], ['nim', '2 3 2', 'misere'], ['kayles', '7'], ['n -> n-k for k in 1..3', '11'], ['wythoff', '4,6'],
  ['cram', '3x3'], ['chomp', '3x3'], ['hackenbush', '0-1,1-2,1-3,0-4'], ['node-kayles', 'path5'], ['ends', '0,4'],
];
const HEADLINES = { N: 'The player to move wins', P: 'The player to move loses', D: 'A draw: nobody can force the end' };

const engine = WebAssembly.compile(readFileSync(new URL('../src/engine/grundy.wasm', import.meta.url))).then((module) => bridge(module));
const solve = async (question: object): Promise<Report> => parse((await engine)(JSON.stringify({ verb: 'solve', ...question }))) as Report;

for (const [rules, at, play] of GAMES) {
  test(`the answer follows ${rules} ${play ?? ''}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // Two people, so that every move is made here.
    await open(page, `#rules=${encodeURIComponent(rules)}&at=${encodeURIComponent(at)}&view=play&opponent=person${play ? `&play=${play}` : ''}`);
    const status = page.getByTestId('status');
    for (let ply = 0; ; ply++) {
      await expect(status).toHaveAttribute('data-plies', String(ply));
      await expect(page.locator('#answer')).toHaveAttribute('aria-busy', 'false');
      const moves = page.getByTestId('moves').getByRole('button');
      const about = page.getByTestId('about');
      const shown = await about.textContent();
      const position = shown === '∅' ? [] : shown!.split(' + ').map((place) => place.replace(/^\((.*)\)$/, '$1'));
      const report = await solve({ rules, position, play: play ?? null });
      expect(showSum(report.components.map((one) => one.position))).toBe(shown);
      const wanted = report.score === undefined ? HEADLINES[report.outcome] : { N: `ahead by ${Math.abs(report.score)}`, P: `behind by ${Math.abs(report.score)}`, D: 'level' }[report.outcome];
      await expect(page.getByTestId('headline')).toContainText(wanted);
      if (report.value !== null) await expect(page.getByTestId('value')).toHaveText(showValue(report.value));
      await expect(page.getByTestId('winning').getByRole('button')).toHaveCount(Math.min(report.winning_moves.length, 18));
      if ((await moves.count()) === 0) break;
      // Not always the best, so that the answer changes.
      await moves.nth((ply * 7 + 3) % (await moves.count())).click();
      await expect(status).toHaveAttribute('data-plies', String(ply + 1));
      await expect(about).not.toHaveText(shown!);
      expect(ply).toBeLessThan(40);
    }
    await expect(status).toHaveText(/wins!|Level/);
    await expect(page.getByTestId('list').getByRole('listitem').first()).toBeVisible();
    // Undo brings back everything, as far as the beginning.
    const undo = page.getByRole('button', { name: 'Undo' });
    while (await undo.isEnabled()) {
      const plies = await status.getAttribute('data-plies');
      await undo.click();
      await expect(status).not.toHaveAttribute('data-plies', plies!);
    }
    await expect(status).toHaveAttribute('data-plies', '0');
    await expect(page.locator('#answer')).toHaveAttribute('aria-busy', 'false');
    const first = await solve({ rules, position: at.split(' '), play: play ?? null });
    await expect(page.getByTestId('about')).toHaveText(showSum(first.components.map((one) => one.position)));
  });
}

test('the way back of the browser undoes moves, and the way on makes them again', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '#rules=nim&at=3+4+5&view=play');
  const status = page.getByTestId('status');
  for (const plies of ['2', '4']) {
    await page.getByTestId('moves').locator('[data-kind]').first().click();
    await expect(status).toHaveAttribute('data-plies', plies);
  }
  await page.goBack();
  await expect(status).toHaveAttribute('data-plies', '2');
  await page.goBack();
  await expect(status).toHaveAttribute('data-plies', '0');
  await page.goForward();
  await expect(status).toHaveAttribute('data-plies', '2');
  await expect(status).toHaveText('Your move');
});

test('a winning move that is clicked in the answer is played on the board', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '#rules=nim&at=3+4+5&view=play');
  const status = page.getByTestId('status');
  await page.getByTestId('winning').getByRole('button').first().click();
  await expect(status).toHaveAttribute('data-plies', '2');
  await expect(page.getByTestId('did')).toContainText('The engine played');
  await page.getByTestId('winning').getByRole('button').first().click();
  await expect(status).not.toHaveAttribute('data-plies', '2');
  await expect(page.getByTestId('list').getByRole('listitem').nth(2)).toBeVisible();
});

test('with hints off nothing says who wins until the game is over', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#rules=nim&at=1+1&view=play&hints=off');
  await expect(page.locator('#answer').getByTestId('secret')).toBeVisible();
  await expect(page.getByTestId('headline')).toHaveCount(0);
  await expect(page.locator('.strip, [data-kind=winning], [data-hint]')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Graph' }).click();
  await expect(page.locator('#panel').getByTestId('secret')).toBeVisible();
  await page.getByRole('tab', { name: 'Play' }).click();
  await page.getByTestId('moves').getByRole('button').first().click();
  await expect(page.getByTestId('status')).toHaveText('The engine wins.');
  await expect(page.getByTestId('headline')).toBeVisible();
  await expect(page.getByTestId('why-won')).toContainText('Engine left the other a lost position');
});

test('in large mode the board fills the window', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(page);
  const stone = page.getByTestId('pieces').getByRole('button').first();
  const before = (await stone.boundingBox())!.width;
  await page.getByRole('button', { name: 'Large' }).click();
  const card = (await page.locator('.views').boundingBox())!;
  expect([card.x, card.y, card.width, card.height]).toEqual([0, 0, 1280, 720]);
  expect((await stone.boundingBox())!.width).toBeGreaterThan(1.5 * before);
  await expect(page.locator('header')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Graph' }).click();
  await expect(page.getByTestId('graph')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('header')).toBeVisible();
});

test('two people play on one screen, and by link', async ({ page, context }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '#rules=nim&at=1+2&view=play');
  await page.getByLabel('Against').selectOption('person');
  const status = page.getByTestId('status');
  await expect(status).toHaveText('First player to move');
  await page.getByTestId('moves').getByRole('button', { name: '2 → 1' }).click();
  await expect(status).toHaveText('Second player to move');
  await expect.poll(() => page.url()).toContain('moves=');
  const other = await context.newPage();
  await other.emulateMedia({ reducedMotion: 'reduce' });
  await other.goto(page.url());
  await expect(other.getByTestId('status')).toHaveText('Second player to move');
  await other.getByTestId('moves').getByRole('button').first().click();
  await expect(other.getByTestId('status')).toHaveText('First player to move');
});
