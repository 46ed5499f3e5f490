import { expect, test, type Page } from '@playwright/test';

import { accessible, accessibleInBoth } from './axe';
import { fits, open } from './page';

const VIEWS = {
  play: '#rules=nim&at=7+10+12+5&view=play',
  table: '#rules=crosses&at=9&view=table',
  plot: '#rules=kayles&at=20&view=plot',
  heat: '#rules=knight&let=N%3D8&at=5,3&view=plot',
  graph: '#rules=n+->+n-k+for+k+in+1..3&at=8&view=graph',
  board: '#rules=knight&let=N%3D8&at=5,3&view=play',
  large: '#rules=nim&at=1000+3&view=graph',
  letters: '#rules=strings&at=abacaba&view=play',
  marbles: '#rules=first-home&at=1,3+2,3&view=play',
  edges: '#rules=hackenbush&at=0-1,1-2,1-3&view=play',
  columns: '#rules=moore&at=3,4,5&view=play',
  lgame: '#rules=lgame&at=nMM./.OM./.OM./.OOn&view=play',
  grid: `#rules=${encodeURIComponent('grid: "XO" -> ".X" | "OX" -> ".O"')}&at=XOX/O.X&view=play`,
  ring: `#rules=${encodeURIComponent('ring: "oo" -> ".."')}&at=7&view=play`,
  hex: `#rules=${encodeURIComponent('hex: ".." -> "##"')}&at=3x4&view=play`,
  places: `#rules=${encodeURIComponent('S on graph -> S - ball(v) for v in S')}&at=petersen&view=play`,
  stacks: `#rules=${encodeURIComponent('w on bag of 0.. -> w[i:=w[i]-k] for i in w for k in 1..w[i]')}&at=3,1,4&view=play`,
  none: '#rules=moore&at=3,4,5&view=table',
};

/** Goes to a view without loading the page again, and waits until nothing in it is on its way. */
async function turn(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => (location.hash = to), hash);
  await expect(page.locator('#position')).toHaveValue(new URLSearchParams(hash.slice(1)).get('at')!);
  await expect(page.locator('#answer')).toHaveAttribute('aria-busy', 'false');
  await expect(page.locator('#panel').locator('[data-testid=table], [data-testid=plot], [data-testid=graph], [data-testid=pieces], [data-testid=no-table]')).toBeVisible();
  await expect(page.locator('.stale')).toHaveCount(0);
}

async function dialogs(page: Page, look: () => Promise<void>): Promise<void> {
  for (const key of ['g', 'e', '?']) {
    await page.keyboard.press(key);
    await expect(page.getByRole('dialog').locator('li, tr, dt').first()).toBeVisible();
    await look();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
}

test('no view has accessibility violations, light or dark', async ({ page }) => {
  test.setTimeout(240_000);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await open(page);
  for (const [view, hash] of Object.entries(VIEWS)) {
    await turn(page, hash);
    await accessibleInBoth(page, view);
  }
  await dialogs(page, () => accessibleInBoth(page, 'dialog'));
});

// The markup is that of the views above; these are the ones that a narrow window or the other direction lays out anew.
for (const [look, how] of Object.entries({ phone: { viewport: { width: 390, height: 844 } }, Persian: { locale: 'fa' } })) {
  test.describe(look, () => {
    test.use(how);
    test(`no view has accessibility violations, ${look}`, async ({ page }) => {
      test.setTimeout(120_000);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await open(page);
      for (const view of ['play', 'table', 'graph'] as const) {
        await turn(page, VIEWS[view]);
        await accessible(page, `${look} ${view}`);
      }
    });
  });
}

test('a dialog that is asked for while another closes stays open', async ({ page }) => {
  await open(page);
  const dialog = page.getByRole('dialog');
  for (const [key, shown] of [['g', 'Search'], ['e', 'Command line'], ['?', 'undo and redo'], ['g', 'Search'], ['g', 'Search']] as const) {
    // Both keys are on their way before the page has done anything about the first.
    await Promise.all([page.keyboard.press('Escape'), page.keyboard.press(key)]);
    await expect(dialog).toContainText(shown);
    // By then the browser has said that the dialog before is closed.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
    await expect(dialog).toContainText(shown);
  }
});

test('everything goes with the keyboard alone', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('undo and redo');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('/');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('take 1..3');
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
  await page.keyboard.type('8');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByLabel('Position', { exact: true })).toHaveValue('9');
  await page.keyboard.press('Escape');
  await page.keyboard.press('2');
  await expect(page.getByTestId('graph').locator('[data-label="9"]')).toBeVisible();
  await page.keyboard.press('.');
  await page.keyboard.press('.');
  await expect(page.getByTestId('step')).toContainText('No move is left');
  await page.keyboard.press('1');
  await page.locator('[data-kind="winning"]').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('status')).toHaveText('Your move');
  await page.keyboard.press('u');
  await expect(page.getByRole('group', { name: '9 stones' })).toBeVisible();
  await page.keyboard.press('3');
  await page.getByTestId('table').getByRole('button', { name: '9: 1', exact: true }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Position', { exact: true })).toHaveValue('8');
  await page.keyboard.press('m');
  await expect(page.getByRole('radio', { name: 'Misère' })).toBeChecked();
  await page.keyboard.press('g');
  await page.keyboard.type('wythoff');
  await page.keyboard.press('Enter');
  await expect(page.locator('.cm-content')).toContainText('wythoff');
});

test('it fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page);
  for (const hash of Object.values(VIEWS)) {
    await turn(page, hash);
    expect(await fits(page), hash).toBe(true);
  }
  await turn(page, VIEWS.play);
  // The board is within the first screen, and so is who wins.
  expect((await page.getByTestId('pieces').boundingBox())!.y).toBeLessThan(400);
  await page.locator('summary', { hasText: 'Moves' }).first().click();
  await page.locator('[data-kind="winning"]').first().click();
  await expect(page.getByTestId('status')).toHaveText(/The engine moves|Your move/);
});

test('Persian reads from right to left, and fits', async ({ page }) => {
  await open(page);
  await page.getByLabel('Language').selectOption('fa');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByTestId('headline')).toHaveText('بازیکن نوبت‌دار می‌برد');
  expect(await fits(page)).toBe(true);
  const [left, right] = await page.evaluate(() => ['.left', '.right'].map((name) => document.querySelector(name)!.getBoundingClientRect().left));
  expect(left!).toBeGreaterThan(right!);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fa');
  await expect(page.getByTestId('headline')).toHaveText('بازیکن نوبت‌دار می‌برد');
  await accessible(page, 'Persian');
});

test('the gallery is in the reader’s language, and found in it', async ({ page }) => {
  await open(page);
  for (const [language, title, typed] of [['fa', 'بازی وایتهوف', 'وایتهوف'], ['zh', '威佐夫游戏', '威佐夫'], ['vi', 'Trò chơi Wythoff', 'tro choi wythoff']] as const) {
    await page.locator('nav select').nth(-2).selectOption(language);
    await page.locator('nav button').nth(1).click();
    await page.getByRole('searchbox').fill(typed);
    await expect(page.getByRole('dialog').locator('li').first()).toContainText(title);
    // Escape in a search field that is not empty only empties it.
    await page.getByRole('searchbox').fill('');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('lists have their bullets where Persian begins', async ({ page }) => {
  await open(page, '#rules=nim&at=7+10+12+5&view=table');
  await page.getByLabel('Language').selectOption('fa');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const sides = await page.locator('.answer li').evaluateAll((all) => all.map((one) => getComputedStyle(one).direction));
  expect(sides.length).toBeGreaterThan(1);
  expect(new Set(sides)).toEqual(new Set(['rtl']));
});

test('Vietnamese and Chinese are there', async ({ page }) => {
  await open(page);
  await page.getByLabel('Language').selectOption('vi');
  await expect(page.getByTestId('headline')).toHaveText('Người đến lượt đi thắng');
  await page.locator('nav select').nth(-2).selectOption('zh');
  await expect(page.getByTestId('headline')).toHaveText('轮到走的一方胜');
});

test('how a rule is read is in the reader’s language', async ({ page }) => {
  await open(page, '#rules=kayles&at=9&view=table');
  await page.getByLabel('Language').selectOption('zh');
  await expect(page.locator('.reading ul:not(.plan) li')).toHaveText([/^局面是一个数/, /^从/, /两者都继续/, '不能走的一方负（普通规则）']);
  await page.locator('nav select').nth(-2).selectOption('vi');
  await expect(page.locator('.reading ul:not(.plan) li').last()).toHaveText('người không còn nước đi thua (luật thường)');
  await page.evaluate(() => (location.hash = '#rules=lgame&at=nMM./.OM./.OM./.OOn&view=play'));
  await expect(page.locator('#position-help')).toContainText('các thế được viết là');
  await expect(page.locator('.reading ul:not(.plan) [lang=en]')).toHaveCount(0);
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });
  test('it works offline once loaded', async ({ page, context }) => {
    await open(page);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      // Ready means installed; everything has been kept by then.
      while (!navigator.serviceWorker.controller) await new Promise((next) => setTimeout(next, 50));
    });
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByTestId('headline')).toHaveText('The player to move wins');
    await context.setOffline(false);
  });
});

test('a move reads from left to right in Persian too', async ({ page }) => {
  await open(page, '#rules=nim&at=7+10+12+5&view=table');
  await page.getByLabel('Language').selectOption('fa');
  const line = page.locator('.answer li', { hasText: '→' });
  await expect(line).toContainText('مؤلفه ۱');
  const [from, to] = await line.evaluate((item) => {
    const texts = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
    while (!texts.nextNode()?.textContent?.includes('→'));
    const text = texts.currentNode.textContent!;
    const left = (at: number) => {
      const range = document.createRange();
      range.setStart(texts.currentNode, at);
      range.setEnd(texts.currentNode, at + 1);
      return range.getBoundingClientRect().left;
    };
    const arrow = text.indexOf('→');
    return [left(arrow - 2), left(arrow + 2)];
  });
  expect(from!).toBeLessThan(to!);
});

test.describe('in a Persian browser', () => {
  test.use({ locale: 'fa' });
  test('the plot has the digits of the page', async ({ page }) => {
    await page.addInitScript(() => {
      const drawn: string[] = [];
      Object.assign(window, { drawn });
      const fill = CanvasRenderingContext2D.prototype.fillText;
      CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
        drawn.push(text);
        return fill.call(this, text, ...at);
      };
    });
    await open(page, '#rules=kayles&at=20&view=plot');
    const drawn = () => page.evaluate(() => (window as unknown as { drawn: string[] }).drawn.join(' '));
    await expect.poll(drawn).toMatch(/\b20\b/);
    expect(await drawn()).not.toMatch(/[۰-۹]/);
  });
});
