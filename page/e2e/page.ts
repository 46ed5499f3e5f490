import { expect, type Locator, type Page } from '@playwright/test';

/** Opens the page at a shared address and waits for its answer. */
export async function open(page: Page, hash = ''): Promise<void> {
  await page.goto(`./${hash}`);
  await expect(page.getByTestId('headline')).toBeVisible();
}

/**
 * Waits until the address says what the page shows. It is written 150 ms after a change, and the timers of a page keep
 * their order however busy the machine is.
 */
export const addressed = (page: Page): Promise<unknown> => page.evaluate(() => new Promise((done) => setTimeout(done, 200)));

/** Clicks something that changes what another element shows, and waits until it has changed. */
export async function clickToChange(clicked: Locator, shown: Locator): Promise<void> {
  const before = await shown.innerHTML();
  await clicked.click();
  await expect.poll(() => shown.innerHTML()).not.toBe(before);
}

export const rule = (page: Page) => page.locator('.cm-content');

/** Replaces the rule, as a person types it. What is a rule on the way to it may be answered, too: `n -> n` on the way to `n -> n-1`. */
export async function type(page: Page, text: string): Promise<void> {
  await rule(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

/** Replaces the rule at once. */
export async function paste(page: Page, text: string): Promise<void> {
  await rule(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

/** Whether nothing sticks out of the window at the side. */
export const fits = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1);
