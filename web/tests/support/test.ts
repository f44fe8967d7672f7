import { test as base } from '@playwright/test';

import { CHROMIUM } from './chromium';
import { LONG } from './long';
import { Server } from './server';

/** How a table is shown. */
const VIEWS = ['board', 'text'] as const;
export type Shown = (typeof VIEWS)[number];

/** Tests with a Brickwood of their own, one for each worker. */
export const test = base.extend<
  { home: string; view: Shown },
  {
    /** Whether it is a site, to which strangers come, and not a program at home. */
    hosted: boolean;
    server: Server;
  }
>({
  view: ['board', { option: true }],
  page: async ({ page, view }, use) => {
    if (view === 'text') {
      await page.addInitScript(() => {
        const chosen = localStorage.getItem('brickwood.settings');
        if (!chosen) localStorage.setItem('brickwood.settings', '{"view":"text"}');
      });
    }
    await use(page);
  },
  hosted: [false, { option: true, scope: 'worker' }],
  server: [
    async ({ hosted }, use) => {
      const server = hosted ? await Server.site() : await Server.start();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  home: async ({ server, hosted }, use) => {
    await use(server.url);
    // Hosts of earlier tests are gone; at home, every page would still be asked to their tables.
    if (!hosted) await server.closeWaiting();
  },
});

/** Runs tests of what either view does in its own way in both. */
export function inBothViews(tests: () => void): void {
  inViews(VIEWS, tests);
}

/** Runs tests of a flow whose controls are the same in both views in this one, and in both for the long form. */
export function inEitherView(view: Shown, tests: () => void): void {
  inViews(LONG ? VIEWS : [view], tests);
}

function inViews(views: readonly Shown[], tests: () => void): void {
  for (const view of views) {
    test.describe(`shown as ${view}`, () => {
      test.use({ view });
      tests();
    });
  }
}

export { expect } from '@playwright/test';

/** The two sizes that the page is looked at in. */
export const SIZES = {
  desktop: { viewport: { width: 1366, height: 768 }, hasTouch: false, isMobile: false },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

/**
 * What most visitors see. The other tests ask for reduced motion: where nothing but the processor draws, moving
 * pictures take half of its time.
 */
export const MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const;

/** A browser in which a service worker can show notifications. */
export const WITH_NOTIFICATIONS = {
  launchOptions: { executablePath: CHROMIUM, args: ['--no-sandbox'] },
};
