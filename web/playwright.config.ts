import { defineConfig } from '@playwright/test';

import { CHROMIUM } from './tests/support/chromium';

/**
 * The browser tests play against the real program, which each worker starts for itself:
 * `BRICKWOOD_BIN` says where it is. The browser is the system's Chromium, or `PW_CHROMIUM`; if `PW_HEADLESS_SHELL` names
 * its headless shell, which takes a quarter less of processor time, that serves all tests but those of notifications.
 */
export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  fullyParallel: true,
  // One more than a small machine has processors: now and then, each waits for bots, frames or clocks.
  workers: Number(process.env.PW_WORKERS ?? 3),
  // A machine that is busy with something else takes several times as long.
  timeout: 180_000,
  // Such a machine may also stand still for seconds: a test that passes the second time is reported as flaky.
  retries: 1,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1366, height: 768 },
    locale: 'en-GB',
    // `MOTION` in `tests/support/test.ts` says why, and turns it off.
    contextOptions: { reducedMotion: 'reduce' },
    // Each test would have its own download all files for times without a network.
    serviceWorkers: 'block',
    // A trace takes four times as long as the test: `--trace on` where one is wanted.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.PW_HEADLESS_SHELL ?? CHROMIUM,
      args: ['--no-sandbox'],
    },
  },
});
