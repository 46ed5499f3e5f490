import { expect, type Page } from '@playwright/test';

/** Opens the page at a shared address and waits for its answer. */
export async function open(page: Page, hash = ''): Promise<void> {
  await page.goto(`./${hash}`);
  await expect(page.getByTestId('headline')).toBeVisible();
}

export const rule = (page: Page) => page.locator('.cm-content');

/** Replaces the rule, as a person types it. */
export async function type(page: Page, text: string): Promise<void> {
  await rule(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

/** Whether nothing sticks out of the window at the side. */
export const fits = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1);
