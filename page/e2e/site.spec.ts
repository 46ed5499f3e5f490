// The page as static files, from a server that only knows files: `make site` needs nothing else.

import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

import { expect, test } from '@playwright/test';

import { click, path } from './pupil';

const ROOT = new URL('../dist/', import.meta.url).pathname;
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.webmanifest': 'application/manifest+json' };

let server: Server;
let address = '';
test.beforeAll(async () => {
  server = createServer((request, response) => {
    const name = normalize(decodeURIComponent(new URL(request.url!, 'http://x').pathname)).replace(/^\/sub\//, '/');
    const file = join(ROOT, name.endsWith('/') ? `${name}index.html` : name);
    if (request.method !== 'GET' || !existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  // In a folder, as on most hosts.
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sub/`;
});
test.afterAll(() => void server.close());

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });
  test('static files teach lessons 1 to 5, and go on offline', async ({ page, context }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(address);
    await expect(page.getByTestId('headline')).toBeVisible();
    await expect(page.getByLabel('Engine', { exact: true })).toHaveCount(0);
    await page.locator('nav button').first().click();
    await page.getByTestId('lessons').getByRole('link').first().click();
    await path(page, [1, 2, 3, 4, 5], click);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      while (!navigator.serviceWorker.controller) await new Promise((next) => setTimeout(next, 50));
    });
    await context.setOffline(true);
    await page.goto(`${address}#lesson=3&step=3`);
    await page.reload();
    await expect(page.getByTestId('exercise')).toHaveAttribute('aria-busy', 'false');
  });
});

test('a first visit loads the engine of numbers, the games and the atlas do not need more, and a board the whole one', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => {
    const name = /(\w+)-[\w-]+\.wasm/.exec(request.url())?.[1];
    if (name) loaded.push(name);
  });
  await page.goto(address);
  await expect(page.getByTestId('headline')).toBeVisible();
  await page.getByTestId('pieces').getByRole('button').first().click();
  await expect(page.getByTestId('status')).not.toHaveAttribute('data-plies', '0');
  // The gallery is data; a game of numbers that is opened from it is played by the engine that is there.
  await page.getByRole('button', { name: 'Games' }).click();
  await page.getByRole('searchbox').fill('kayles');
  await page.getByRole('dialog').getByRole('button', { name: /^Kayles kayles/ }).click();
  await expect(page.getByTestId('period')).toContainText('Period 12 from 71');
  // So is the atlas, which knows the game by its values.
  await page.getByTestId('period').getByRole('button', { name: 'Atlas of octal codes' }).click();
  await expect(page.getByTestId('atlas-here')).toContainText('0.77');
  await page.getByTestId('atlas').getByRole('searchbox').fill('0.137');
  await expect(page.getByTestId('families').getByRole('listitem')).toHaveCount(1);
  await expect(page.getByTestId('families')).toContainText('Period 34 from 54');
  await page.getByTestId('families').getByRole('button', { name: '0.4', exact: true }).click();
  await expect(page.getByTestId('period')).toContainText('Period 34 from 54');
  expect(loaded).toEqual(['numbers']);
  await page.goto(`${address}#rules=cram&at=2x3&view=play`);
  await expect(page.getByTestId('headline')).toContainText('wins');
  expect(loaded).toEqual(['numbers', 'grundy']);
});

test('a rule that takes long is left to the whole engine, which has it compiled', async ({ browser }) => {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  const told: string[] = [];
  page.on('console', (message) => told.push(message.text()));
  // The worker says what it instantiates.
  const watch = 'const { Instance } = WebAssembly; WebAssembly.Instance = class extends Instance { constructor(...all) { super(...all); console.log(Object.keys(this.exports).join()); } };';
  await page.route(/worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: watch + (await response.text()) });
  });
  const rules = '(x,y) -> (x-k,y) for k in 1..x | (x,y-k) for k in 1..y | (x-k,y-k) for k in 1..min(x,y) if k%2 == 1';
  await page.goto(`${address}#${new URLSearchParams({ rules, at: '600,600' })}`);
  await expect(page.getByTestId('value')).toHaveText('1');
  expect(told).toContain('rule');
  await page.context().close();
});

test('static files may be shown in a frame of another page', async ({ page }) => {
  await page.goto(`${address}#rules=kayles&at=5&view=play`);
  await expect(page.getByTestId('headline')).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  const frame = await page.getByTestId('frame').innerText();
  expect(frame).toContain(`src="${address}?embed#rules=kayles&amp;at=5`);
  await page.setContent(`<!doctype html><title>Another page</title>${frame}`);
  await expect(page.frameLocator('iframe').getByTestId('headline')).toContainText('wins');
});
