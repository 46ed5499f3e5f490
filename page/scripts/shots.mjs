// Pictures of every view, to be looked at: light, dark, phone and Persian. `node scripts/shots.mjs ADDRESS FOLDER`.
import { chromium } from '@playwright/test';
import { mkdirSync } from 'node:fs';

const [address = 'http://localhost:4173/', folder = 'shots', only] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
const views = {
  nim: '#rules=nim&at=7+10+12+5&view=play',
  'take-graph': '#rules=n+->+n-k+for+k+in+1..3&at=8&view=graph',
  'crosses-table': '#rules=crosses&at=9&view=table',
  'kayles-plot': '#rules=kayles&at=20&view=plot&to=1000',
  'knight-heat': '#rules=knight&let=N%3D8&at=5,3&view=plot',
  'knight-play': '#rules=knight&let=N%3D8&at=5,3&view=play',
  draw: '#rules=%28n+in+0..5%29+->+down%3A+n-1+|+up%3A+n%2B1+if+n+>+1&at=2&view=graph',
  lgame: '#rules=lgame&at=nMM./.OM./.OM./.OOn&view=play',
  castles: '#rules=castles&at=19,none&view=play',
  error: '#rules=n+->+n-k+fro+k+in+1..3&at=8&view=table',
  'grundy-table': '#rules=grundy&at=20&view=table',
  'big-graph': '#rules=nim&at=7+10+12&view=graph',
  'wide-graph': '#rules=nim&at=1000+3&view=graph',
  strings: '#rules=strings&at=abacaba&view=play',
  'first-home': '#rules=first-home&at=1,3+2,3&view=play',
  hackenbush: '#rules=hackenbush&at=0-1,1-2,1-3&view=play',
  'no-table': '#rules=moore&at=3,4,5&view=table',
  gallery: '#rules=nim&at=7+10+12+5&view=table',
};
const looks = {
  light: { viewport: { width: 1440, height: 1000 }, colorScheme: 'light' },
  dark: { viewport: { width: 1440, height: 1000 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  persian: { viewport: { width: 1440, height: 1000 }, colorScheme: 'light', locale: 'fa' },
  chinese: { viewport: { width: 1280, height: 900 }, colorScheme: 'light', locale: 'zh' },
};
for (const [look, options] of Object.entries(looks)) {
  for (const [view, hash] of Object.entries(views)) {
    if (only && !`${look}-${view}`.match(only)) continue;
    const context = await browser.newContext(options);
    const page = await context.newPage();
    page.on('pageerror', (error) => console.log(look, view, 'error:', error.message));
    page.on('console', (message) => message.type() === 'error' && console.log(look, view, message.text()));
    await page.goto(address + hash);
    await page.waitForTimeout(1800);
    if (view === 'gallery') {
      await page.keyboard.press('g');
      await page.waitForTimeout(600);
    }
    await page.screenshot({ path: `${folder}/${look}-${view}.png`, fullPage: look === 'phone' });
    await context.close();
  }
}
await browser.close();
