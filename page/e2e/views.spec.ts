import { expect, test } from '@playwright/test';

import { addressed, open, rule } from './page';

test('the knight has a heat map whose cells can be chosen', async ({ page }) => {
  await open(page, '#rules=knight&let=N%3D8&at=5,3&view=plot');
  const map = page.getByTestId('plot').locator('canvas');
  await expect(map).toHaveAttribute('aria-label', /largest is 4; 17 positions are lost/);
  const [side, head] = await map.evaluate((c: HTMLElement) => [Number(c.dataset.side), Number(c.dataset.head)]);
  await map.click({ position: { x: head! + 7.5 * side!, y: head! + 7.5 * side! } });
  await expect(page.getByLabel('Position', { exact: true })).toHaveValue('8,8');
  await expect(page.getByTestId('headline')).toHaveText('The player to move loses');
});

test('the graph of take 1-2-3 at 8 has P = {0,4,8}', async ({ page }) => {
  await open(page, '#rules=n+->+n-k+for+k+in+1..3&at=8&view=graph');
  const graph = page.getByTestId('graph');
  const lost = graph.locator('[data-outcome="P"]');
  await expect(lost).toHaveCount(3);
  expect((await lost.evaluateAll((all) => all.map((g) => (g as HTMLElement).dataset.label))).sort()).toEqual(['0', '4', '8']);
  await expect(graph.locator('[data-outcome="N"]')).toHaveCount(6);
  await graph.locator('[data-label="7"]').click();
  await expect(page.getByLabel('Position', { exact: true })).toHaveValue('7');
});

test('the labelling goes step by step from the end', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '#rules=n+->+n-k+for+k+in+1..3&at=8&view=graph');
  await page.getByRole('button', { name: /Label step by step/ }).click();
  await expect(page.getByTestId('step')).toContainText('No move is left in 0');
  await expect(page.getByTestId('graph').locator('[data-outcome="P"]')).toHaveCount(1);
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  await expect(page.getByTestId('step')).toContainText('a move leads to a P-position');
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  await expect(page.getByTestId('step')).toContainText('4: every move leads to an N-position');
});

test('a large graph starts small and opens on click', async ({ page }) => {
  await open(page, '#rules=take+1..3&at=100000&view=graph');
  const nodes = page.getByTestId('graph').locator('.node');
  await expect(nodes).toHaveCount(4);
  await page.getByTestId('graph').locator('[data-label="99997"]').click();
  await expect(nodes).toHaveCount(7);
});

test('a plot of a hundred thousand values is drawn', async ({ page }) => {
  await open(page, '#rules=kayles&at=20&view=plot');
  await page.getByRole('button', { name: '100,000' }).click();
  await expect(page.getByTestId('plot').locator('figcaption')).toContainText('from 0 to 100000', { timeout: 30_000 });
  await expect(page.locator('.u-over')).toBeVisible();
});

test('the gallery finds a game and opens it', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Games' }).click();
  await page.getByRole('searchbox').fill('dawson chess');
  await page.getByRole('button', { name: /^Dawson’s chess/ }).click();
  await expect(page.locator('.cm-content')).toHaveText(/dawson/);
  await expect(page.getByTestId('headline')).toBeVisible();
});

test('the tour goes through its stops without a mistake', async ({ page }) => {
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  await open(page);
  await page.getByRole('button', { name: 'Tour' }).click();
  const tour = page.getByTestId('tour');
  await expect(tour).toContainText('1/8');
  for (let stop = 2; stop <= 8; stop++) {
    await tour.getByRole('button', { name: 'Next' }).click();
    await expect(tour).toContainText(`${stop}/8`);
    await expect(page.locator('#answer')).toHaveAttribute('aria-busy', 'false');
  }
  await expect(page.getByTestId('headline')).toHaveText('A draw: nobody can force the end');
  await tour.getByRole('button', { name: 'Done' }).click();
  await expect(tour).toHaveCount(0);
  expect(wrong).toEqual([]);
});

test('everything can be taken away', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, '#rules=crosses&at=9&view=table');
  await page.getByRole('button', { name: 'Export' }).click();
  const expected: [string, RegExp][] = [
    ['Command line', /^grundy solve crosses 9\n$/], ['JSON of the answer', /"outcome": "N"/], ['Table as CSV', /^n,value\n0,0\n1,1\n/],
    ['Table as OEIS b-file', /^0 0\n1 1\n2 1\n/], ['Table as LaTeX', /\\begin\{tabular\}/], ['Graph as SVG', /^<svg/],
    ['Graph for Graphviz (DOT)', /digraph/], ['Plot as SVG', /^<svg/],
  ];
  for (const [name, text] of expected) {
    await page.getByRole('button', { name: `Copy: ${name}`, exact: true }).click();
    await expect(page.getByRole('dialog').getByRole('status')).toHaveText(`Copied: ${name}`);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(text);
  }
  const [png] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download: Graph as PNG' }).click()]);
  expect(png.suggestedFilename()).toBe('crosses-9-graph.png');
  const [csv] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download: Table as CSV' }).click()]);
  expect(csv.suggestedFilename()).toBe('crosses-table.csv');
});

test('a position with many moves shows the best ones, and more on click', async ({ page }) => {
  await open(page, '#rules=nim&at=1000+3&view=graph');
  const graph = page.getByTestId('graph');
  await expect(graph.locator('.node')).toHaveCount(9);
  await expect(graph.locator('[data-outcome="P"]')).toHaveAttribute('data-label', '3 + 3');
  const start = graph.locator('[data-label="3 + 1000"]');
  await expect(start).toContainText('995 more');
  await start.click();
  await expect(graph.locator('.node')).toHaveCount(17);
  await expect(start).toContainText('987 more');
});

test('a table ends where the rules do, and a game without one says so', async ({ page }) => {
  await open(page, '#rules=ends&at=0,4&view=table');
  await expect(page.getByTestId('table').locator('tbody tr')).toHaveCount(5);
  await open(page, '#rules=moore&at=1,2,3&view=table');
  await expect(page.getByTestId('no-table')).toContainText('3 coordinates');
  await open(page, '#rules=lgame&at=nMM./.OM./.OM./.OOn&view=plot');
  await expect(page.getByTestId('no-table')).toContainText('not counted by one or two numbers');
  await page.getByTestId('no-table').getByRole('button', { name: 'Graph' }).click();
  await expect(page.getByTestId('graph')).toBeVisible();
  await open(page, '#rules=arc-kayles&at=petersen&view=table');
  await page.getByTestId('table').getByRole('button', { name: /^grid2x3:/ }).click();
  await expect(page.getByLabel('Position', { exact: true })).toHaveValue('grid2x3');
});

test('the tab key reaches a table that does not hold the position', async ({ page }) => {
  for (const [hash, first] of [['#rules=kayles&at=5000&view=table', '0: 0'], ['#rules=wythoff&at=90,91&view=table', '0,0: 0']] as const) {
    await page.goto('about:blank');
    await open(page, hash);
    const cells = page.getByTestId('table').locator('td button[tabindex="0"]');
    await expect(cells).toHaveCount(1);
    await expect(cells).toHaveAttribute('aria-label', first);
  }
});

test('the page fits a usual window: one row of buttons, all columns of a period', async ({ page }) => {
  await open(page, '#rules=crosses&at=9&view=table');
  const table = page.getByTestId('table');
  await expect(table.locator('thead th')).toHaveCount(34);
  expect(await table.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBeLessThanOrEqual(0);
  const header = (await page.locator('header').boundingBox())!;
  expect(header.height).toBeLessThan(80);
});

test('a range of two numbers is none for a table of one coordinate', async ({ page }) => {
  await open(page, '#rules=kayles&at=9&view=table&to=3,4');
  await expect(page.getByText('A range is a whole number')).toBeVisible();
  await expect(page.getByTestId('table').locator('td button')).not.toHaveCount(4);
});

test('a link keeps what was opened of a graph, and how far it is labelled', async ({ page, context }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const again = async (): Promise<typeof page> => {
    await addressed(page);
    const other = await context.newPage();
    await other.goto(page.url());
    return other;
  };
  await open(page, '#rules=take+1..3&at=100000&view=graph');
  await page.getByTestId('graph').locator('[data-label="99997"]').click();
  await expect(page.getByTestId('graph').locator('.node')).toHaveCount(7);
  await expect((await again()).getByTestId('graph').locator('.node')).toHaveCount(7);
  await open(page, '#rules=take+1..3&at=8&view=graph&layers=size');
  await expect(page.getByLabel('Layers')).toHaveValue('size');
  await page.getByRole('button', { name: /Label step by step/ }).click();
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  await expect(page.getByTestId('step')).toContainText('Step 2');
  await expect((await again()).getByTestId('step')).toContainText('Step 2');
});

test('the plot says what it plots: values, or at misère who wins', async ({ page }) => {
  await page.addInitScript(() => {
    const drawn: string[] = [];
    Object.assign(window, { drawn });
    const fill = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
      drawn.push(text);
      return fill.call(this, text, ...at);
    };
  });
  const drawn = () => page.evaluate(() => (window as unknown as { drawn: string[] }).drawn);
  await open(page, '#rules=take+1..3&at=9&view=plot');
  await expect.poll(drawn).toContain('value');
  await page.getByRole('radio', { name: 'Misère' }).check();
  await expect(page.getByTestId('plot').locator('figcaption')).toHaveText('Who wins for n from 0 to 99: above N, the mover; below P, the other player. 25 positions are P.');
  await expect.poll(drawn).toContain('outcome');
  expect(await drawn()).toEqual(expect.arrayContaining(['N', 'P']));
});

test('a name of rules and of a board is one game of the gallery, which says what it takes', async ({ page }) => {
  await open(page);
  await page.keyboard.press('g');
  await page.getByRole('searchbox').fill('chomp');
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('game');
  const found = page.getByRole('dialog').locator('li', { has: page.locator('.mono', { hasText: /^chomp$/ }) });
  await expect(found).toHaveCount(1);
  await expect(found).toContainText('Also as a board: 4x7');
  await page.getByRole('searchbox').fill('hackenbush');
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('1 game');
});

test('rules that go in circles are a draw, and what is too much says how to bound it', async ({ page }) => {
  await open(page, '#rules=%28n+in+0..9%29+->+n%2B1+|+n-1&at=3&view=table');
  await expect(page.getByTestId('headline')).toHaveText('A draw: nobody can force the end');
  await expect(page.getByText('grey, ∞: a draw')).toBeVisible();
  // Without a bound there is no end, which is said at once.
  await page.evaluate(() => (location.hash = '#rules=n+->+n%2B1+|+n-1&at=3&view=table'));
  await expect(page.locator('#position-trouble')).toContainText('n can grow for ever');
  await expect(page.getByTestId('old')).toContainText('This is still the answer to (n in 0..9)');
  await page.evaluate(() => (location.hash = '#rules=squares&at=1000000000000&view=table'));
  await expect(page.locator('#position-trouble')).toContainText('bound them, as in (n in 0..20)');
  await expect(page.getByTestId('old')).toContainText('This is still the answer to (n in 0..9)');
});

test('a rule that is written out to be changed has the cursor', async ({ page }) => {
  await open(page, '#rules=kayles&at=9&view=table');
  await page.getByRole('button', { name: 'Edit this rule' }).focus();
  await page.keyboard.press('Enter');
  await expect(rule(page)).toContainText('->');
  await expect(rule(page)).toBeFocused();
});

test('the note about a copied link goes when a dialog opens, and by itself', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // The three seconds of the note are over when the test says so.
  await page.addInitScript(() => {
    const later: (() => void)[] = [];
    const real = window.setTimeout;
    const ours = (run: () => void, wait?: number) => (wait === 3000 ? later.push(run) : real(run, wait));
    Object.assign(window, { setTimeout: ours, passThreeSeconds: () => later.at(-1)!() });
  });
  await open(page, '#rules=kayles&at=9&view=table');
  const note = page.locator('.note');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(note).toContainText('The link is copied');
  await page.keyboard.press('g');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(note).toHaveText('');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(note).toContainText('The link is copied');
  await page.evaluate('passThreeSeconds()');
  await expect(note).toHaveText('');
});

test('a cell that is clicked changes the first component of a sum, and the others stay', async ({ page }) => {
  await open(page, '#rules=nim&at=7+10+12&view=table');
  const position = page.getByLabel('Position', { exact: true });
  await expect(page.getByText('a click on a cell changes the first component')).toBeVisible();
  await page.getByTestId('table').getByRole('button', { name: '3: 3', exact: true }).click();
  await expect(position).toHaveValue('3 10 12');
  await position.fill('3');
  await expect(page.getByText('a click on a cell changes the first component')).toHaveCount(0);
  await page.getByTestId('table').getByRole('button', { name: '5: 5', exact: true }).click();
  await expect(position).toHaveValue('5');
});

test('what a game does not have cannot be taken away, and says why', async ({ page }) => {
  await open(page, '#rules=moore&at=3,4,5&view=play');
  await page.getByRole('button', { name: 'Export' }).click();
  const plot = page.getByRole('button', { name: 'Copy: Plot as SVG' });
  await expect(plot).toBeDisabled();
  await expect(plot).toHaveAttribute('title', /a position has 3 coordinates/);
  await expect(page.getByRole('button', { name: 'Copy: Graph as SVG' })).toBeEnabled();
});
