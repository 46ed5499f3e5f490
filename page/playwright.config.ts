import { createServer, type AddressInfo } from 'node:net';

import { defineConfig } from '@playwright/test';

// The tests drive Debian's Chromium against the page as `grundy serve` serves it, unless PAGE_URL says where else.
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const served = process.env.GRUNDY ?? '../target/debug/grundy';

/** A port that nobody has: a fixed one may be another's, or that of the same tests in another folder. */
const free = (): Promise<number> =>
  new Promise((found, failed) => {
    const server = createServer();
    server.on('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => found(port));
    });
  });

// This file is read again by every process that runs tests; they inherit what the first one chose.
const port = (process.env.GRUNDY_PORT ??= `${await free()}`);
const address = `http://127.0.0.1:${port}/`;

export default defineConfig({
  testDir: 'e2e',
  // Much longer than anything takes: a machine may be busy with other things, and what fails should fail for a reason.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // Tests mostly wait for the browser, so two at a time take little more than half the time even on two cores.
  workers: 2,
  fullyParallel: true,
  retries: 0,
  reporter: [['list']],
  use: {
    baseURL: process.env.PAGE_URL ?? address,
    browserName: 'chromium',
    headless: true,
    launchOptions: { executablePath, args },
    screenshot: 'only-on-failure',
    locale: 'en',
    // What keeps the page for offline use loads all of it, at each test anew; the tests of that allow it.
    serviceWorkers: 'block',
    viewport: { width: 1360, height: 900 },
  },
  webServer: process.env.PAGE_URL
    ? undefined
    : { command: `${served} serve --port ${port}`, url: `${address}api/health`, reuseExistingServer: false },
});
