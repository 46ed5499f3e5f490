// Games are drawn and become their text, and back: a graph, the cells of a board, a rule by its pictures.

import { expect, test } from '@playwright/test';

import { accessible } from './axe';
import { addressed, fits, open, paste, rule } from './page';

test('a rule is drawn cell by cell and becomes its text', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Draw your own game' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'A rule by pictures' }).click();
  const text = dialog.getByTestId('drawn-rule');
  await expect(text).toHaveText('grid: ".." -> "##"');
  // The rule in the field was Nim.
  await expect(dialog).toContainText('takes its place');
  await dialog.getByRole('radio', { name: 'X' }).click();
  await dialog.getByRole('group', { name: 'Before 1' }).getByRole('button').first().click();
  await expect(text).toHaveText('grid: "X." -> "##"');
  await dialog.getByRole('radio', { name: 'empty' }).click();
  await dialog.getByRole('group', { name: 'After 1' }).getByRole('button').first().click();
  await dialog.getByRole('radio', { name: 'X' }).click();
  await dialog.getByRole('group', { name: 'After 1' }).getByRole('button').last().click();
  await expect(text).toHaveText('grid: "X." -> ".X"');
  await dialog.getByLabel('may be turned and mirrored').uncheck();
  await dialog.getByLabel('Board').selectOption('strip');
  await expect(text).toHaveText('strip as drawn: "X." -> ".X"');
  await dialog.getByRole('button', { name: 'Use this rule' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rule(page)).toHaveText('strip as drawn: "X." -> ".X"');
  await expect(page.getByTestId('old')).toHaveCount(0);
});

test('a written rule is drawn, and changed with the keyboard', async ({ page }) => {
  await open(page);
  await paste(page, 'strip: "o" -> "." | "oo" -> ".."');
  await page.getByRole('button', { name: 'Draw your own game' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByTestId('drawn-rule')).toHaveText('strip: "o" -> "." | "oo" -> ".."');
  await expect(dialog).not.toContainText('takes its place');
  await dialog.getByLabel('Letter').focus();
  await page.keyboard.type('q');
  await page.keyboard.press('Enter');
  await dialog.getByRole('group', { name: 'After 1' }).getByRole('button').focus();
  await page.keyboard.press('Space');
  await expect(dialog.getByTestId('drawn-rule')).toHaveText('strip: "o" -> "q" | "oo" -> ".."');
  await dialog.getByRole('button', { name: 'Remove picture 2' }).press('Enter');
  await dialog.getByRole('button', { name: 'Columns +' }).press('Enter');
  await expect(dialog.getByTestId('drawn-rule')).toHaveText('strip: "o." -> "q."');
  await page.keyboard.press('Escape');
  await expect(rule(page)).toHaveText('strip: "o" -> "." | "oo" -> ".."');
});

for (const [look, how] of Object.entries({ desk: {}, phone: { viewport: { width: 390, height: 844 }, hasTouch: true }, Persian: { locale: 'fa' } })) {
  test.describe(look, () => {
    test.use(how);
    test(`drawing is accessible, ${look}`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await open(page, '#rules=cram&at=3x3&view=play');
      await page.locator('.draw').click();
      const dialog = page.getByRole('dialog');
      const kinds = dialog.getByRole('radiogroup').first().getByRole('radio');
      await expect(kinds).toHaveCount(3);
      for (const [kind, shown] of ['paper', 'drawn-position', 'drawn-rule'].entries()) {
        await kinds.nth(kind).click();
        await expect(page.getByTestId(shown)).toBeVisible();
        await accessible(page, shown);
        expect(await fits(page)).toBe(true);
        const small = await dialog.locator('button').evaluateAll((all) => all.filter((one) => Math.min(one.clientWidth, one.clientHeight) < 42).map((one) => one.outerHTML.slice(0, 80)));
        if (look === 'phone') expect(small).toEqual([]);
      }
    });
  });
}

test('a graph is drawn with the mouse, played, shared, and changed again', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Draw your own game' }).click();
  const dialog = page.getByRole('dialog');
  const paper = dialog.getByTestId('paper');
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await expect(dialog.getByRole('button', { name: 'Play it' })).toBeDisabled();
  // Two vertices by clicks, the third by a drag into the empty.
  await paper.click({ position: { x: 300, y: 320 } });
  await paper.click({ position: { x: 150, y: 180 } });
  const box = (await paper.boundingBox())!;
  const drag = async (from: [number, number], to: [number, number]): Promise<void> => {
    await page.mouse.move(box.x + from[0], box.y + from[1]);
    await page.mouse.down();
    await page.mouse.move(box.x + to[0], box.y + to[1], { steps: 4 });
    await page.mouse.up();
  };
  await drag([150, 180], [300, 320]);
  await drag([150, 180], [400, 100]);
  await expect(dialog.getByTestId('drawn-game')).toContainText('(at in {a,b,c}) -> to for to in {a,c} if at == b');
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await drag([420, 60], [420, 60]);
  // A line by two clicks.
  await paper.click({ position: { x: 420, y: 60 } });
  await paper.click({ position: { x: 150, y: 180 } });
  await expect(dialog.getByTestId('drawn-game')).toContainText('to for to in {a} if at == b | to for to in {b} if at == c');
  await dialog.getByRole('radio', { name: 'Start' }).click();
  await paper.click({ position: { x: 420, y: 60 } });
  await dialog.getByRole('button', { name: 'Play it' }).click();
  await expect(page.getByTestId('headline')).toContainText('loses');
  const pieces = page.getByTestId('pieces');
  await expect(pieces.locator('.token')).toHaveCount(1);
  await expect(page.getByTestId('help')).toContainText('Click a vertex');
  await pieces.getByRole('button', { name: 'b Losing' }).click();
  await expect(page.getByTestId('status')).toContainText('The engine wins');
  // The link holds the drawing; opened again, the vertex is where it was put.
  await addressed(page);
  await page.reload();
  await expect(pieces.locator('.token')).toHaveCount(1);
  await page.getByRole('button', { name: 'Draw your own game' }).click();
  await expect(dialog.getByRole('button', { name: 'vertex c, joined to: b, Start' })).toBeVisible();
  await dialog.getByText('As a list of lines').click();
  await expect(dialog.getByRole('textbox')).toHaveValue('b -> a\nc -> b');
  await dialog.getByRole('textbox').fill('b -> a\nc -> b\nc -> a');
  await expect(dialog.getByRole('button', { name: 'vertex c, joined to: b, a, Start' })).toBeVisible();
  await dialog.getByRole('textbox').fill('b -> a ->');
  await dialog.getByRole('textbox').fill('b -> a c');
  await expect(dialog).toContainText('is no edge');
});

test('a Hackenbush picture is drawn with the keyboard alone', async ({ page }) => {
  await open(page, '#rules=hackenbush&at=0-1%2C1-2&view=play');
  await page.getByRole('button', { name: 'Draw your own game' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByTestId('drawn-game')).toHaveText('hackenbush 0-1,1-2');
  await dialog.getByRole('button', { name: '+ Vertex' }).press('Enter');
  await dialog.getByRole('button', { name: 'vertex 3' }).press('Enter');
  await dialog.getByRole('button', { name: 'vertex 1' }).press('Enter');
  await expect(dialog.getByTestId('drawn-game')).toHaveText('hackenbush 0-1,1-2,3-1');
  await dialog.getByRole('button', { name: 'vertex 2' }).press('Delete');
  await expect(dialog.getByTestId('drawn-game')).toHaveText('hackenbush 0-1,3-1');
  await dialog.getByLabel('Played on it').selectOption('node-kayles');
  await expect(dialog.getByTestId('drawn-game')).toContainText('node-kayles');
  await dialog.getByRole('button', { name: 'Play it' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(rule(page)).toHaveText('node-kayles');
  await expect(page.getByTestId('headline')).toContainText('wins');
});

test('the board of a game is painted cell by cell', async ({ page }) => {
  await open(page, '#rules=cram&at=2x3&view=play');
  await page.getByRole('button', { name: 'Draw your own game' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByTestId('drawn-position')).toHaveText('.../...');
  await dialog.getByRole('group', { name: 'Position 1' }).getByRole('button').nth(1).click();
  await dialog.getByRole('button', { name: 'Columns +' }).click();
  await expect(dialog.getByTestId('drawn-position')).toHaveText('.#../....');
  await dialog.getByRole('button', { name: 'Play on this board' }).click();
  await expect(page.getByLabel('Position', { exact: true })).toHaveValue('.#../....');
  await expect(page.getByTestId('headline')).toBeVisible();
});

test('signs between quotes are no comment', async ({ page }) => {
  await open(page);
  await paste(page, 'grid: ".." -> "##" # Cram');
  await expect(page.locator('.rule-comment')).toHaveText(['# Cram']);
  await expect(page.locator('.rule-picture')).toHaveText(['".."', '"##"']);
  await expect(page.locator('#position-help')).toContainText('A board by its size');
});
