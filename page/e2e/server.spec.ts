import { expect, test } from '@playwright/test';

import { open } from './page';

test.skip(process.env.PAGE_URL !== undefined, 'the page is served by something else');

test('an oversized body is refused', async ({ request }) => {
  const answer = await request.post('./api/ask', { data: { verb: 'read', rules: 'n'.repeat(1 << 20) } });
  expect(answer.status()).toBe(413);
});

test('other sites may not show the page, and it says so', async ({ page, request }) => {
  const { headers } = await request.get('./').then(async (answer) => ({ headers: answer.headers() }));
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  await open(page);
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('dialog')).toContainText('grundy serve --allow-frames');
});

test('the native engine answers too', async ({ page }) => {
  await open(page);
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/ask'));
  await page.getByLabel('Engine', { exact: true }).first().selectOption('native');
  await asked;
  await page.getByLabel('Position', { exact: true }).fill('7 10 12 6');
  await expect(page.getByTestId('value')).toHaveText('7');
});

test('where the server is gone the browser goes on and says so', async ({ page }) => {
  await open(page);
  await page.getByLabel('Engine', { exact: true }).first().selectOption('native');
  await page.getByLabel('Position', { exact: true }).fill('7 10 12 6');
  await expect(page.getByTestId('value')).toHaveText('7');
  await page.route('**/api/ask', (route) => route.abort());
  await page.getByLabel('Position', { exact: true }).fill('7 10 12 7');
  await expect(page.getByTestId('value')).toHaveText('6');
  await expect(page.getByText('does not answer any more')).toBeVisible();
  await expect(page.getByLabel('Engine', { exact: true }).first()).toHaveValue('browser');
});

test('nothing breaks the page’s own security policy', async ({ page }) => {
  const broken: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) broken.push(message.text());
  });
  await open(page, '#rules=kayles&at=12&view=table');
  for (const [view, shown] of [['Table', 'table'], ['Plot', 'plot'], ['Graph', 'graph'], ['Play', 'pieces']] as const) {
    await page.getByRole('tab', { name: view }).click();
    await expect(page.getByTestId(shown)).toBeVisible();
  }
  // What breaks the policy is told in order, so that nothing came before this if this comes first.
  await page.evaluate(() => (new Image().src = 'https://elsewhere.invalid/last.png'));
  await expect.poll(() => broken.length).toBeGreaterThan(0);
  expect(broken[0]).toContain('elsewhere.invalid');
});

test('the native engine tells how fast it goes, too', async ({ page }) => {
  await open(page, '#rules=n+->+n-s+for+s+in+squares(n)&at=30&view=play');
  await page.getByLabel('Engine', { exact: true }).first().selectOption('native');
  await page.getByLabel('Position', { exact: true }).fill('9000000');
  const answer = page.locator('#answer');
  await expect(answer.getByTestId('pace')).toContainText(/\d (heaps|positions|steps) a second/);
  await answer.getByRole('button', { name: 'Stop' }).click();
  await expect(answer).toContainText('The page still shows');
});
