import { defineConfig } from '@playwright/test';

/**
 * The browser tests play against the real program, which each test file starts for itself:
 * `BRICKWOOD_BIN` says where it is. The browser is the system's Chromium, or `PW_CHROMIUM`.
 */
export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: Number(process.env.PW_WORKERS ?? 2),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1366, height: 768 },
    locale: 'en-GB',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.PW_CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    },
  },
});
