// How soon the page is answered while two hundred long questions are on the server: `npm run flood`, with a release build of
// the program (or GRUNDY=…). It prints what it measured and tests nothing; the record is in ../bench/page/README.md.
import { chromium } from '@playwright/test';
import { spawn } from 'node:child_process';
import { loadavg } from 'node:os';

const program = process.env.GRUNDY ?? '../target/release/grundy';
const count = Number(process.env.LONG ?? 200);
const rounds = 20;

const server = spawn(program, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
const address = await new Promise((found, failed) => {
  server.on('error', failed);
  server.stdout.once('data', (line) => found(line.toString().trim()));
});
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const stop = new AbortController();
try {
  const page = await browser.newPage();
  await page.goto(`${address}#rules=kayles&at=9&view=play`);
  await page.getByTestId('headline').waitFor();
  await page.getByLabel('Engine', { exact: true }).first().selectOption('native');

  /** Each question is another one, so that nothing is answered from what the server kept. */
  const asks = async (verb) =>
    page.evaluate(async ([verb, rounds]) => {
      const times = [];
      for (let n = 0; n < rounds; n++) {
        const body = JSON.stringify({ verb, rules: `n -> n-k for k in 1..${3 + n}`, position: ['21', `${n}`] });
        const began = performance.now();
        const answer = await fetch('./api/ask', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
        if (answer.status !== 200) throw new Error(`${verb}: ${answer.status}`);
        await answer.json();
        times.push(performance.now() - began);
      }
      return times;
    }, [verb, rounds]);
  /** From the key to the answer on the screen. */
  const typed = () =>
    page.evaluate(async (rounds) => {
      const field = document.querySelector('#position');
      const about = () => document.querySelector('[data-testid=about]')?.textContent;
      const times = [];
      for (let n = 0; n < rounds; n++) {
        const began = performance.now();
        field.value = String(10 + ((n * 7) % 13));
        field.dispatchEvent(new Event('input', { bubbles: true }));
        while (about() !== field.value) await new Promise((next) => setTimeout(next, 2));
        times.push(performance.now() - began);
      }
      return times;
    }, rounds);

  const measure = async (what) => {
    for (const [name, times] of [['read', await asks('read')], ['solve', await asks('solve')], ['typed on the page', await typed()]]) {
      const sorted = times.sort((a, b) => a - b);
      console.log(`${what}  ${name.padEnd(18)} median ${sorted[rounds / 2].toFixed(0).padStart(5)} ms   longest ${sorted.at(-1).toFixed(0).padStart(5)} ms`);
    }
  };
  console.log(`load ${loadavg()[0].toFixed(1)}`);
  await measure('quiet ');
  const long = JSON.stringify({ verb: 'period', rules: 'n -> a & n-a for a in 1..(n-1)/2', limit: 100_000_000 });
  const endless = Array.from({ length: count }, () =>
    fetch(new URL('./api/ask', address), { method: 'POST', headers: { 'content-type': 'application/json' }, body: long, signal: stop.signal }).catch(() => undefined));
  const health = async () => (await fetch(new URL('./api/health', address))).json();
  // All of them are there before anything is measured.
  for (;;) {
    const { working, waiting } = await health();
    if (working + waiting >= count) break;
    await new Promise((next) => setTimeout(next, 50));
  }
  // While the two hundred are new, each has its slice in the quick lane; then they wait for the long one.
  await measure('new   ');
  await new Promise((next) => setTimeout(next, 5000));
  await measure('later ');
  const { working, waiting } = await health();
  console.log(`${working} worked on, ${waiting} waiting; load ${loadavg()[0].toFixed(1)}`);
  stop.abort();
  await Promise.all(endless);
} finally {
  await browser.close();
  server.kill();
}
