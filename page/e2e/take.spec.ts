// What is taken home: pictures of every view, a program, a frame for another page.

import { readFileSync } from 'node:fs';

import { expect, test, type Page } from '@playwright/test';

import { accessible } from './axe';
import { open } from './page';

async function taken(page: Page, what: string): Promise<Buffer> {
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: `Download: ${what}` }).click();
  const bytes = readFileSync(await (await download).path());
  await page.keyboard.press('Escape');
  return bytes;
}

/** How many shapes a picture has, read as a browser reads it; and whether it needs anything from elsewhere. */
const shapes = (page: Page, svg: string): Promise<{ shapes: number; texts: string[]; strange: string[] }> =>
  page.evaluate((text) => {
    const read = new DOMParser().parseFromString(text, 'image/svg+xml');
    const all = [...read.querySelectorAll('*')];
    return {
      shapes: read.querySelectorAll('rect, circle, path, polygon, ellipse, image').length,
      texts: [...read.querySelectorAll('text')].map((one) => one.textContent!.trim()),
      strange: all.map((one) => one.localName).filter((name) => ['parsererror', 'foreignObject', 'script', 'style', 'button'].includes(name)).concat(text.includes('var(') ? ['var('] : []),
    };
  }, svg);

for (const [name, hash, least, label] of [
  ['heaps', '#rules=nim&at=3+5&view=play', 8, '3'],
  ['a board', '#rules=cram&at=3x4&view=play', 12, undefined],
  ['a graph of moves', '#rules=take+1..3&at=5&view=graph', 6, '5'],
  ['a table', '#rules=kayles&at=9&view=table', 50, '3'],
  ['a plot', '#rules=kayles&at=9&view=plot', 2, undefined],
  ['a heat map', '#rules=wythoff&at=2,3&view=plot', 2, undefined],
] as const) {
  test(`${name} is taken home as a picture`, async ({ page }) => {
    await open(page, hash);
    await expect(page.locator('#panel [data-view] :is(svg, canvas, td, button)').first()).toBeVisible();
    const found = await shapes(page, (await taken(page, 'This view as SVG')).toString());
    expect(found.strange).toEqual([]);
    expect(found.shapes).toBeGreaterThanOrEqual(least);
    if (label) expect(found.texts).toContain(label);
    const png = await taken(page, 'This view as PNG');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(png.length).toBeGreaterThan(1500);
  });
}

test('a program is taken home in four languages', async ({ page }) => {
  await open(page, '#rules=take+1..3&at=7&view=play');
  await page.getByRole('button', { name: 'Export' }).click();
  for (const [language, sign] of [['C++', '#include'], ['Python', 'def '], ['Rust', 'fn main'], ['Java', 'class ']] as const) {
    await page.getByLabel('Programming language').selectOption({ label: language });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download: Take the program' }).click();
    expect(readFileSync(await (await download).path(), 'utf8')).toContain(sign);
  }
  await accessible(page, 'export');
});

test('a board of pictures has a program', async ({ page }) => {
  await open(page, '#rules=cram&at=2x3&view=play');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download: Take the program' }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('#include');
});

test('a game on a graph has no program, and the page says why', async ({ page }) => {
  await open(page, '#rules=node-kayles&at=path5&view=play');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'Download: Take the program' }).click();
  await expect(page.getByRole('dialog')).toContainText('its positions are not numbers');
});

test('in a frame there are the game and its answer alone', async ({ page }) => {
  await page.goto('./?embed#rules=nim&at=1+2&view=play');
  await expect(page.getByTestId('headline')).toContainText('wins');
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByLabel('Rule', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Open in Grundy' })).toHaveAttribute('href', /^\.\/#rules=nim&at=1\+2/);
});
