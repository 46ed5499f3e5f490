// Whether what is shown can be used by everybody, as far as axe can tell.

import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The rules that the markup cannot break in one colour scheme only. */
const COLOURS = ['color-contrast'];

interface Looked {
  rules?: string[];
  /** The part of the page that is looked at. */
  part?: string;
}

/** Nothing is wrong with the page, or with a part of it. */
export async function accessible(page: Page, what: string, { rules, part }: Looked = {}): Promise<void> {
  // There are no frames of other sites in it, so that the page itself can collect what was found; else another is opened each time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  if (rules) axe.withRules(rules);
  if (part) axe.include(part);
  const { violations } = await axe.analyze();
  expect(violations.map((v) => `${what}: ${v.id} (${v.nodes.length}) ${v.nodes[0]?.html.slice(0, 160)}`)).toEqual([]);
}

/** Nothing is wrong in light or dark; the markup is the same in both. */
export async function accessibleInBoth(page: Page, what: string): Promise<void> {
  await accessible(page, what);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await accessible(page, `${what}, dark`, { rules: COLOURS });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}
