// A server under a flood of long questions, which no other test shares.

import { spawn, type ChildProcess } from 'node:child_process';

import { expect, test } from '@playwright/test';

test.skip(process.env.PAGE_URL !== undefined, 'the page is served by something else');

const LONG = JSON.stringify({ verb: 'period', rules: 'n -> a & n-a for a in 1..(n-1)/2', limit: 100_000_000 });
const HEADERS = { 'content-type': 'application/json' };

let server: ChildProcess;
let address = '';
test.beforeAll(async () => {
  server = spawn(process.env.GRUNDY ?? '../target/debug/grundy', ['serve', '--port', '0', '--workers', '2'], { stdio: ['ignore', 'pipe', 'ignore'] });
  address = await new Promise((found, failed) => {
    server.on('error', failed);
    server.stdout!.once('data', (line: Buffer) => found(line.toString().trim()));
  });
});
test.afterAll(() => void server.kill());

const busy = async (): Promise<{ working: number; waiting: number }> => (await fetch(new URL('./api/health', address))).json();

test('two hundred small questions pass two hundred that never end', async () => {
  const stop = new AbortController();
  const endless = Array.from({ length: 200 }, () => fetch(new URL('./api/ask', address), { method: 'POST', headers: HEADERS, body: LONG, signal: stop.signal }));
  const stopped = Promise.allSettled(endless);
  await expect.poll(async () => (await busy()).working).toBeGreaterThanOrEqual(2);
  const ask = (n: number): Promise<Response> =>
    fetch(new URL('./api/ask', address), { method: 'POST', headers: HEADERS, body: JSON.stringify({ verb: n % 2 ? 'read' : 'solve', rules: 'kayles', position: [`${n % 20}`] }) });
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => ask(n)));
  expect(answers.map((answer) => answer.status).filter((status) => status !== 200)).toEqual([]);
  stop.abort();
  expect((await stopped).filter((end) => end.status !== 'rejected')).toEqual([]);
  await expect.poll(busy).toMatchObject({ working: 0, waiting: 0 });
});

test('who waits is told how many come first', async ({ page }) => {
  const stop = new AbortController();
  const endless = Array.from({ length: 12 }, () => fetch(new URL('./api/ask', address), { method: 'POST', headers: HEADERS, body: LONG, signal: stop.signal }).catch(() => undefined));
  await expect.poll(async () => (await busy()).waiting).toBeGreaterThanOrEqual(3);
  await page.goto(`${address}#rules=n+->+n-s+for+s+in+squares(n)&at=30&view=play`);
  await expect(page.getByTestId('headline')).toBeVisible();
  await page.getByLabel('Engine', { exact: true }).first().selectOption('native');
  await page.getByLabel('Position', { exact: true }).fill('9000000');
  await expect(page.locator('#answer')).toContainText(/Waiting, \d+ ahead/);
  stop.abort();
  await Promise.all(endless);
  // Nobody comes first any longer, so that the work begins.
  await expect(page.locator('#answer').getByTestId('pace')).toContainText(/\d/);
});
