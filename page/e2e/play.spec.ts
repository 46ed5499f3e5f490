import { expect, test, type Locator, type Page } from '@playwright/test';

import { addressed, clickToChange, open } from './page';

test('a whole game of Nim is won by clicking the shown winning moves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '#rules=nim&at=3+4+5&view=play');
  const status = page.getByTestId('status');
  for (let move = 0; move < 20; move++) {
    await expect(status).toHaveText(/Your move|You win!/);
    const plies = await status.getAttribute('data-plies');
    if ((await status.textContent())!.includes('You win!')) break;
    await page.locator('[data-kind="winning"]').first().click();
    await expect(status).not.toHaveAttribute('data-plies', plies!);
  }
  await expect(status).toHaveText('You win!');
});

test('stones can be clicked, taken back, and the blunder shows', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '#rules=nim&at=3+4+5&view=play');
  // Taking the whole third heap leaves 3 + 4, which the engine wins.
  await page.getByRole('group', { name: '5 stones' }).getByRole('button').first().click();
  await expect(page.getByTestId('status')).toHaveText('Your move');
  await expect(page.getByText('?!')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('group', { name: '5 stones' })).toBeVisible();
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(page.getByRole('group', { name: '5 stones' })).toHaveCount(0);
});

test('a game comes along in a shared link', async ({ page, context }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '#rules=nim&at=3+4+5&view=play');
  await page.locator('[data-kind="winning"]').first().click();
  await expect(page.getByTestId('status')).toHaveText('Your move');
  await addressed(page);
  const pieces = await page.getByTestId('pieces').locator('.count').allTextContents();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByTestId('pieces').locator('.count')).toHaveText(pieces);
});

test('a knight is played on its board, by click and by drag', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '#rules=knight&let=N%3D8&at=8,7&view=play');
  await page.getByRole('button', { name: /^\(6,8\)/ }).click();
  await expect(page.getByTestId('status')).toHaveText(/Your move|wins|win!/);
  await page.getByRole('button', { name: 'Restart' }).click();
  await page.getByRole('button', { name: '(8,7) ●' }).dragTo(page.getByRole('button', { name: /^\(6,6\)/ }));
  await expect(page.getByRole('button', { name: '(8,7) ●' })).toHaveCount(0);
});

test('a game that nobody can win is drawn', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '#rules=%28n+in+0..5%29+->+down%3A+n-1+|+up%3A+n%2B1+if+n+>+1&at=2&view=play');
  const status = page.getByTestId('status');
  for (let move = 0; move < 20; move++) {
    await expect(status).toContainText(/Your move|A draw:/);
    const plies = await status.getAttribute('data-plies');
    if (/A draw:/.test((await status.textContent())!)) break;
    await page.locator('[data-kind="draw"]').first().click();
    await expect(status).not.toHaveAttribute('data-plies', plies!);
  }
  await expect(status).toHaveText(/A draw: the position came up three times/);
});

test('a whole L-game is drawn', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '#rules=lgame&at=nMM./.OM./.OM./.OOn&view=play');
  await expect(page.getByTestId('headline')).toHaveText('A draw: nobody can force the end');
  const status = page.getByTestId('status');
  await expect(status).toHaveText('Your move');
  const board = page.getByRole('group', { name: 'L-game' });
  const cell = (i: number) => board.getByRole('button').nth(i);
  const drawing = page.locator('[data-kind="draw"]');
  for (let move = 0; move < 6; move++) {
    await expect(status).toContainText(/Your move|A draw:/);
    const plies = await status.getAttribute('data-plies');
    if (/A draw:/.test((await status.textContent())!)) break;
    if (move === 0) {
      // By hand: the L is drawn over four cells, and the neutral pieces stay. A move leads to what the other player sees.
      const to = (await drawing.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')!)))
        .map((text) => text.split(' → ')[1]!.replaceAll('/', ''))
        .find((text) => text[0] === 'n' && text[15] === 'n')!;
      for (let i = 0; i < 16; i++) if (to[i] === 'O') await cell(i).click();
      await page.getByRole('button', { name: 'Leave the neutral pieces' }).click();
    } else await drawing.nth(move % 3).click();
    await expect(status).not.toHaveAttribute('data-plies', plies!);
  }
  await expect(status).toContainText(/Your move|A draw:/);
  const agree = page.getByRole('button', { name: /Agree to a draw/ });
  if (await agree.isVisible()) await agree.click();
  await expect(status).toContainText(/A draw/);
});

/** Games by name, and rules over boards of every kind, none of which the page knows. */
const BOARDS: [string, string][] = [
  ['chomp', '2x3'], ['cram', '3x4'], ['treblecross', '..X....'], ['notakto', '3x3'],
  ['grid: ".." -> "##"', '3x4'],
  ['grid: "XO" -> ".X" | "OX" -> ".O"', 'XOX/OXO'],
  ['strip: "o" -> "." | "oo" -> ".."', '5'],
  ['strip as drawn: ".+X" -> "X.+"', '..X.X'],
  ['ring: "oo" -> ".."', '6'],
  ['torus: ".." -> "##"', '2x3'],
  ['hex: ".." -> "##"', '2x3'],
  ['word: "aa" -> "" | "bbb" -> ""', 'aabbba'],
  ['S on graph -> S - ball(v) for v in S', 'path4'],
  ['S on graph -> S - {u,v} for u v in edges if u in S and v in S', 'cycle5'],
  ['F on edges -> part(F - e, 0) for e in F', '0-1,1-2,1-3'],
  ['S on grid -> S - up(p) for p in S if p != (0,0)', '2x3'],
  ['S on order -> S - up(p) for p in S if p != 1', 'divisors(12)'],
  ['S on numbers -> S xor {n} for n in S | S xor {n,m} for n in S for m in 0..n-1', '{1,3}'],
  ['w on strip of 0.. -> w[i:=w[i]-k, i-1:=w[i-1]+k] for i in w for k in 1..w[i]', '2,1'],
  ['w on bag of 0.. -> w[i:=w[i]-k] for i in w for k in 1..w[i]', '3,1,1'],
];

for (const [rules, at] of BOARDS) {
  test(`${rules} is won by clicking its board`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, `#rules=${encodeURIComponent(rules)}&at=${encodeURIComponent(at)}&view=play`);
    const status = page.getByTestId('status');
    const pieces = page.getByTestId('pieces');
    await expect(status).toHaveText('Your move');
    // Where the mover has lost, the engine begins. Marks come after the board.
    await expect(pieces.locator('[data-hint]').first()).toBeAttached();
    if ((await pieces.locator('[data-hint="winning"]').count()) === 0) await page.getByRole('button', { name: 'Swap sides' }).click();
    for (let click = 0; click < 60; click++) {
      await expect(status).toHaveText(/Your move|You win!/);
      if ((await status.textContent())!.includes('You win!')) break;
      // A move of two cells takes two clicks; one that could be a part of another is said to be all by a second click.
      await expect(pieces.locator('[data-hint="winning"], .thing.chosen').first()).toBeAttached();
      const further = pieces.locator('[data-hint="winning"]:not(.chosen)');
      const next = (await further.count()) ? further : pieces.locator('.thing.chosen');
      await clickToChange(next.first(), pieces);
    }
    await expect(status).toHaveText('You win!');
  });
}

test('the engine moves first after swapping sides', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '#rules=take+1..3&at=8&view=play');
  await page.getByRole('button', { name: 'Swap sides' }).click();
  await expect(page.getByTestId('status')).toHaveText('Your move');
  await expect(page.getByRole('group', { name: '8 stones' })).toHaveCount(0);
});

test('a whole Hackenbush is won by clicking its edges', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '#rules=hackenbush&at=0-1,1-2,1-3,0-4,4-5&view=play');
  const status = page.getByTestId('status');
  for (let move = 0; move < 9; move++) {
    await expect(status).toHaveText(/Your move|You win!/);
    const plies = await status.getAttribute('data-plies');
    if ((await status.textContent())!.includes('You win!')) break;
    await page.getByTestId('pieces').getByRole('button', { name: / Winning$/ }).first().press('Enter');
    await expect(status).not.toHaveAttribute('data-plies', plies!);
  }
  await expect(status).toHaveText('You win!');
});

test('a vertex of a graph is taken with its neighbours, and the others stay where they are', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '#rules=node-kayles&at=grid3x3+path2&view=play');
  const grid = page.getByTestId('pieces').locator('svg').first();
  const corner = grid.getByRole('button', { name: /^8( |$)/ });
  const before = await corner.boundingBox();
  await grid.getByRole('button', { name: /^0( |$)/ }).click();
  await expect(grid.getByRole('button', { name: /^0( |$)/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByTestId('status')).toHaveText('Your move');
  expect(await corner.boundingBox()).toEqual(before);
});

test('several numbers are columns of stones', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '#rules=(a,b,c)+->+(i,b,c)+for+i+in+0..a-1+|+(a,i,c)+for+i+in+0..b-1+|+(a,b,i)+for+i+in+0..c-1&at=2,3,1&view=play');
  await page.getByTestId('pieces').getByRole('button', { name: /^a: 0/ }).click();
  await expect(page.getByTestId('pieces').getByRole('button', { name: /^a: 1/ })).toHaveCount(0);
});

test('heaps beyond 2^53 can be played', async ({ page }) => {
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  await open(page, '#rules=n+->+n-k+for+k+in+1..3&at=1000000000000000002&view=play');
  await page.locator('[data-kind="winning"]').first().click();
  await expect(page.getByTestId('status')).toHaveText('Your move');
  expect(wrong).toEqual([]);
});

test('of many moves the winning one is shown', async ({ page }) => {
  await open(page, '#rules=nim&at=1000+900&view=play');
  await expect(page.locator('[data-kind="winning"]')).toHaveText(['1000 → 900']);
  await expect(page.getByText('Losing (1899)')).toBeVisible();
});

test('of too many moves to list all that win are said to be all', async ({ page }) => {
  await open(page, '#rules=nim&at=9007199254740993+9223372036854775807&view=play');
  await expect(page.getByTestId('moves').getByRole('heading')).toHaveText('Winning (1)');
});

test('undo stops where the reader can move', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '#rules=nim&at=3+4+5&view=play');
  await page.getByRole('button', { name: 'Swap sides' }).click();
  await expect(page.getByTestId('status')).toHaveText('Your move');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
  await page.locator('[data-kind]').first().click();
  await expect(page.getByTestId('status')).toHaveText('Your move');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByTestId('status')).toHaveText('Your move');
});

test('a game stays with its position in the address', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '#rules=nim&at=3+4+5&view=play');
  await page.locator('[data-kind="winning"]').first().click();
  await expect(page.getByTestId('status')).toHaveText('Your move');
  await expect.poll(() => page.url()).toContain('moves=');
  await page.getByRole('tab', { name: 'Table' }).click();
  await page.getByLabel('Position', { exact: true }).fill('9 9 4');
  await expect.poll(() => page.url()).toContain('at=9+9+4');
  expect(page.url()).not.toContain('moves=');
});

test('who plays with the keyboard keeps the focus', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '#rules=nim&at=3+4+5&view=play');
  await page.locator('[data-kind="winning"]').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('status')).toHaveText('Your move');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
});

test('a string is cut by clicking a letter', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '#rules=strings&at=abacaba&view=play');
  const pieces = page.getByTestId('pieces');
  await pieces.getByRole('button', { name: '4 c Winning' }).click();
  await expect(page.getByTestId('status')).toHaveText(/Your move|You win!/);
  await expect(pieces.getByRole('group')).not.toHaveAttribute('aria-label', 'abacaba');
});

test('a marble is clicked, then the cell where it goes', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '#rules=first-home&at=1,3+2,3&view=play');
  const status = page.getByTestId('status');
  const winning = page.getByTestId('pieces').locator('[data-hint="winning"]:not(.chosen)');
  for (let click = 0; click < 40; click++) {
    await expect(status).toHaveText(/Your move|You win!/);
    if ((await status.textContent())!.includes('You win!')) break;
    await clickToChange(winning.first(), page.getByTestId('pieces'));
  }
  await expect(status).toHaveText('You win!');
});

test('the engine can be asked to move from a point of the history', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '#rules=nim&at=3+5+7&view=play');
  const status = page.getByTestId('status');
  await page.locator('[data-kind="winning"]').first().click();
  await expect(status).toHaveAttribute('data-plies', '2');
  const points = page.getByRole('group', { name: 'The game so far' }).getByRole('button');
  await points.nth(1).focus();
  await page.keyboard.press('Space');
  await expect(status).toContainText('Here it was the engine’s turn.');
  await status.getByRole('button', { name: 'Let it move' }).click();
  await expect(status).toHaveText('Your move');
  await expect(status).toHaveAttribute('data-plies', '2');
  // Between the mark and its word a click counts too.
  const box = (await points.nth(0).boundingBox())!;
  await page.mouse.click(box.x + 6, box.y + box.height - 30);
  await expect(status).toHaveAttribute('data-plies', '0');
});

test('a draw that was agreed stays so in a link, and nothing else does', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const game = '#rules=%28n+in+0..5%29+->+down%3A+n-1+|+up%3A+n%2B1+if+n+>+1&at=2&view=play';
  await open(page, game);
  const status = page.getByTestId('status');
  await page.locator('[data-kind="draw"]').first().click();
  await status.getByRole('button', { name: 'Agree to a draw' }).click();
  await expect(status).toHaveText('A draw, agreed.');
  await addressed(page);
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(status).toHaveText('A draw, agreed.');
  await page.goto('about:blank');
  await open(page, '#rules=nim&at=3+4+5&view=play&draw=agreed');
  await expect(status).toHaveText('Your move');
});

test('arrow keys go from stone to stone and from heap to heap', async ({ page }) => {
  await open(page, '#rules=nim&at=3+4+5&view=play');
  const stones = page.getByTestId('pieces').getByRole('button');
  await expect(stones).toHaveCount(12);
  await stones.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(stones.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(stones.nth(4)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(stones.nth(3)).toBeFocused();
});

test('what is clicked, the marks and the end are told', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '#rules=hackenbush&at=0-1,1-2,1-3&view=play');
  await expect(page.getByTestId('help')).toHaveText('Click the edge that you take.');
  await expect(page.getByTestId('marks')).toHaveText(/Winning\s*Losing/);
  await page.getByTestId('pieces').getByRole('button', { name: /Winning/ }).click();
  await expect(page.getByTestId('status')).toHaveText('You win!');
  await expect(page.getByTestId('ending')).toContainText('The engine has no move left.');
  await open(page, '#rules=node-kayles&at=path3&view=play');
  await expect(page.getByTestId('help')).toHaveText('Click the vertex that you take.');
  await open(page, '#rules=nim&at=1&view=play&play=misere');
  await page.getByTestId('moves').getByRole('button').first().click();
  await expect(page.getByTestId('status')).toHaveText('The engine wins.');
  await expect(page.getByTestId('ending')).toContainText('The engine has no move left, and at misère that wins.');
});

test('a long list of moves says that there are more, and shows them', async ({ page }) => {
  await open(page, '#rules=nim&at=30+25&view=play');
  const losing = page.locator('[data-kind="losing"]');
  await expect(losing).toHaveCount(36);
  await page.getByTestId('moves').getByRole('button', { name: '… and 18 more' }).click();
  await expect(losing).toHaveCount(54);
});

test('an L that cannot stand there says why', async ({ page }) => {
  await open(page, '#rules=lgame&at=nMM./.OM./.OM./.OOn&view=play');
  const board = page.getByRole('group', { name: 'L-game' });
  const put = async (...cells: string[]): Promise<void> => {
    for (const cell of cells) await board.getByRole('button', { name: new RegExp(`^${cell}`) }).click();
  };
  const wrong = page.getByTestId('l-wrong');
  await put('2,2');
  await expect(wrong).toContainText('That cell is taken');
  await put('1,2', '1,3', '2,3', '3,3');
  await expect(wrong).toContainText('The L must move');
  await put('1,4', '2,4', '3,1', '4,1');
  await expect(wrong).toContainText('not an L');
  await put('1,2');
  await expect(wrong).toHaveCount(0);
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  /** A finger that goes from one thing to another. */
  async function finger(page: Page, from: Locator, to: Locator): Promise<void> {
    await from.scrollIntoViewIfNeeded();
    const [a, b] = [(await from.boundingBox())!, (await to.boundingBox())!];
    const middle = (box: typeof a) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    const [start, end] = [middle(a), middle(b)];
    const touch = await page.context().newCDPSession(page);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] });
    for (const part of [0.2, 0.4, 0.6, 0.8, 1]) {
      const at = { x: start.x + part * (end.x - start.x), y: start.y + part * (end.y - start.y) };
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] });
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }

  test('a knight, a domino, stones and an L are dragged', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const status = page.getByTestId('status');
    const pieces = page.getByTestId('pieces');
    const begin = async (hash: string): Promise<void> => {
      await page.goto('about:blank');
      await open(page, hash);
      await expect(status).toHaveText('Your move');
    };
    await begin('#rules=knight&let=N%3D8&at=8,7&view=play');
    await finger(page, pieces.locator('.piece'), pieces.locator('[data-place="6,6"]'));
    await expect(status).not.toHaveAttribute('data-plies', '0');
    await begin('#rules=cram&at=2x4&view=play');
    await finger(page, pieces.locator('[data-place="0:1"]'), pieces.locator('[data-place="0:5"]'));
    await expect(status).not.toHaveAttribute('data-plies', '0');
    await begin('#rules=kayles&at=9&view=play');
    await finger(page, pieces.getByRole('button').nth(3), pieces.getByRole('button').nth(4));
    await expect(status).not.toHaveAttribute('data-plies', '0');
    await expect(page.getByTestId('moves')).not.toContainText('choose one');
    await begin('#rules=lgame&at=nMM./.OM./.OM./.OOn&view=play');
    const cell = (name: string) => page.getByRole('group', { name: 'L-game' }).getByRole('button', { name: new RegExp(`^${name}`) });
    await finger(page, cell('1,2'), cell('1,4'));
    await expect(cell('1,3')).toHaveAttribute('aria-pressed', 'true');
    await expect(cell('1,4')).toHaveAttribute('aria-pressed', 'true');
  });
});

test('the L-game asks for nothing once it is over', async ({ page }) => {
  await open(page, '#rules=lgame&at=nMM./.OM./.OM./.OOn&view=play');
  await expect(page.getByTestId('pieces')).toContainText('Put your L elsewhere');
  await page.getByLabel('Position', { exact: true }).fill('MO../MOOO/MMn./.n..');
  await expect(page.getByTestId('status')).toHaveText('The engine wins.');
  await expect(page.getByTestId('pieces')).not.toContainText('Put your L elsewhere');
});
