// Pictures of every view and every step of the lessons, to be looked at: four languages, light, dark, phone. `node scripts/shots.mjs ADDRESS FOLDER PATTERN`.
import { chromium } from '@playwright/test';
import { mkdirSync } from 'node:fs';

const [address = 'http://localhost:4173/', folder = 'shots', only] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
/** What is looked at: the address, and what is done before the picture is taken. */
const press = (key) => (page) => page.keyboard.press(key);
const position = (text) => (page) => page.locator('#position').fill(text);
const retype = (text) => async (page) => {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
};
const stop = async (page) => {
  await position('3500000')(page);
  await page.waitForTimeout(2500);
  await page.locator('#answer .busy button').first().click();
};
const play = (count) => async (page) => {
  for (let i = 0; i < count; i++) {
    await page.locator('[data-testid=moves] button:enabled').first().click();
    await page.waitForTimeout(1200);
  }
};
const NIM = '#rules=nim&at=3+5+7&view=';
const LOOPY = '#rules=%28n+in+0..5%29+->+down%3A+n-1+|+up%3A+n%2B1+if+n+>+1&at=2&view=';
const views = {
  nim: ['#rules=nim&at=7+10+12+5&view=play'],
  'nim-table': [`${NIM}table`],
  'nim-graph': [`${NIM}graph`],
  'nim-end': ['#rules=nim&at=1+2+3&view=play&first=engine', play(3)],
  'misere-plot': ['#rules=take+1..3&at=9&play=misere&view=plot'],
  'misere-heat': ['#rules=wythoff&at=2,3&play=misere&view=plot'],
  'take-graph': ['#rules=n+->+n-k+for+k+in+1..3&at=8&view=graph'],
  'take-label': ['#rules=n+->+n-k+for+k+in+1..3&at=8&view=graph&step=2'],
  'crosses-table': ['#rules=crosses&at=9&view=table'],
  'kayles-plot': ['#rules=kayles&at=20&view=plot&to=1000'],
  'kayles-play': ['#rules=kayles&at=9&view=play'],
  'knight-heat': ['#rules=knight&let=N%3D8&at=5,3&view=plot'],
  'knight-play': ['#rules=knight&let=N%3D8&at=5,3&view=play'],
  'knight-graph': ['#rules=knight&let=N%3D8&at=5,3&view=graph'],
  'cram-play': ['#rules=cram&at=3x3&view=play'],
  'cram-table': ['#rules=cram&at=3x3&view=table'],
  'loopy-graph': [`${LOOPY}graph`],
  'loopy-table': [`${LOOPY}table`],
  'loopy-play': [`${LOOPY}play`],
  endless: ['#rules=n+->+n%2B1+|+n-1&at=3&view=table'],
  lgame: ['#rules=lgame&at=nMM./.OM./.OM./.OOn&view=play'],
  'lgame-graph': ['#rules=lgame&at=nMM./.OM./.OM./.OOn&view=graph'],
  castles: ['#rules=castles&at=19,none&view=play'],
  error: ['#rules=n+->+n-k+fro+k+in+1..3&at=8&view=table'],
  'error-after': ['#rules=kayles&at=9&view=table', retype('n -> n-k fro k in 1..3')],
  'bad-position': [`${NIM}graph`, position('3 5 x')],
  stopped: ['#rules=n+->+n-s+for+s+in+squares(n)&at=30&view=play', stop],
  'grundy-table': ['#rules=grundy&at=20&view=table'],
  'big-graph': ['#rules=nim&at=7+10+12&view=graph'],
  'wide-graph': ['#rules=nim&at=1000+3&view=graph'],
  strings: ['#rules=strings&at=abacaba&view=play'],
  'first-home': ['#rules=first-home&at=1,3+2,3&view=play'],
  hackenbush: ['#rules=hackenbush&at=0-1,1-2,1-3&view=play'],
  columns: ['#rules=moore&at=3,4,5&view=play'],
  'no-table': ['#rules=moore&at=3,4,5&view=table'],
  'no-plot': ['#rules=lgame&at=nMM./.OM./.OM./.OOn&view=plot'],
  gallery: [`${NIM}table`, press('g')],
  keys: [`${NIM}table`, press('?')],
  export: [`${NIM}table`, press('e')],
  tour: [`${NIM}table`, press('t')],
  first: [''],
  large: [NIM + 'play', press('b')],
  atlas: ['#rules=kayles&at=9&view=table', (page) => page.getByTestId('period').getByRole('button').last().click()],
  drawing: [NIM + 'play', (page) => page.locator('.draw').click()],
  'game-over': ['#rules=nim&at=1+2&view=play&opponent=person', play(3)],
  'hints-off': ['#rules=nim&at=3+4+5&view=play&hints=off'],
  chomp: ['#rules=chomp&at=3x4&view=play', play(1)],
  clobber: ['#rules=clobber&at=3x4&view=play'],
  'cram-graph': ['#rules=cram&at=2x3&view=graph'],
  'castles-plot': ['#rules=castles&at=19,none&view=plot'],
  'wythoff-heat': ['#rules=wythoff&at=7,11&view=plot'],
  ends: ['#rules=ends&at=0,4&view=play'],
  'nim-large': ['#rules=nim&at=1000000000000000+999&view=play'],
  lessons: ['#lesson='],
  daily: ['#lesson=daily'],
  teacher: ['#lesson=teacher'],
};
for (const [lesson, steps] of [6, 5, 5, 4, 5, 5, 5, 4, 2, 5, 4].entries()) {
  for (let step = 1; step <= steps; step++) views[`lesson-${lesson + 1}-${step}`] = [`#lesson=${lesson + 1}&step=${step}`];
}
const wide = { width: 1280, height: 720 };
const narrow = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const looks = Object.fromEntries(
  ['en', 'vi', 'zh', 'fa'].flatMap((locale) => [
    [`${locale}-light`, { viewport: wide, colorScheme: 'light', locale }],
    [`${locale}-dark`, { viewport: wide, colorScheme: 'dark', locale }],
    [`${locale}-phone`, { ...narrow, colorScheme: 'light', locale }],
  ]),
);
/** Dialogs and the large mode are what is in the window; all else is the whole page. */
const WINDOW = ['gallery', 'keys', 'export', 'atlas', 'drawing', 'large', 'first'];
for (const [look, options] of Object.entries(looks)) {
  const context = await browser.newContext({ ...options, serviceWorkers: 'block', reducedMotion: 'reduce' });
  for (const [view, [hash, act]] of Object.entries(views)) {
    if (only && !`${look}-${view}`.match(only)) continue;
    const page = await context.newPage();
    page.on('pageerror', (error) => console.log(look, view, 'error:', error.message));
    page.on('console', (message) => message.type() === 'error' && console.log(look, view, message.text()));
    await page.goto(address + hash);
    await page.locator('#answer[aria-busy=false], main.lessons .card').first().waitFor().catch(() => console.log(look, view, 'no answer'));
    await page.waitForTimeout(700);
    if (act) {
      await act(page).catch((error) => console.log(look, view, error.message.split('\n')[0]));
      await page.waitForTimeout(900);
    }
    await page.screenshot({ path: `${folder}/${look}-${view}.png`, fullPage: !WINDOW.includes(view) });
    await page.close();
  }
  await context.close();
}
await browser.close();
