import type { Browser, Page } from '@playwright/test';

import { openTable, sitDown, stranger } from './support/lobby';
import { Server } from './support/server';
import { expect, test } from './support/test';

/** The windows in which the first screen has to hold what one plays with. */
const WINDOWS = [
  [360, 640],
  [390, 844],
  [844, 390],
  [768, 1024],
  [1024, 768],
  [1366, 768],
  [1920, 1080],
] as const;

/** A page that moves by less than this looks as if it stood still. */
const MOST_SHIFT = 0.02;

/** How long a page may go on to load what can wait. */
const SETTLED_MS = 1500;

/** Notes how far anything moves that was drawn already. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as unknown as {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) shifts.push(value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const shiftOf = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0),
  );

/** The first window holds what one plays with, from the first frame on. */
async function expectFirstScreen(page: Page, height: number): Promise<void> {
  const parts = [
    page.getByRole('heading', { level: 1 }),
    page.getByLabel('Your name'),
    page.getByRole('radio', { name: 'Medium' }),
    page.getByRole('button', { name: 'Play now' }),
  ];
  await parts[3]?.waitFor();
  const before = await Promise.all(parts.map((part) => part.boundingBox()));
  for (const box of before) expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
  await page.waitForTimeout(SETTLED_MS);
  const after = await Promise.all(parts.map((part) => part.boundingBox()));
  expect(after.map((box) => box?.y)).toEqual(before.map((box) => box?.y));
  expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

/** Looks at the home page as a browser of every size. */
async function expectAtEverySize(
  browser: Browser,
  home: string,
  state?: Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>,
): Promise<void> {
  for (const [width, height] of WINDOWS) {
    const page = await stranger(browser, {
      viewport: { width, height },
      ...(state && { storageState: state }),
    });
    await watchShifts(page);
    await page.goto(home);
    await test.step(`${width} x ${height}`, () => expectFirstScreen(page, height));
    await page.context().close();
  }
}

/** Lists a table on the home page. */
const showToEverybody = (page: Page) => page.getByLabel('Show it to everybody').check();

test('a newcomer finds all that one plays with in the first window, and nothing moves', async ({
  browser,
  home,
}) => {
  await expectAtEverySize(browser, home);
});

test('a player with running games does, too', async ({ page, browser, home }) => {
  for (const name of ['Robin', 'Robin']) {
    await page.goto(home);
    await page.getByLabel('Your name').fill(name);
    await page.getByRole('button', { name: 'Play now' }).click();
    await expect(page.getByRole('region', { name: 'Your hand' })).toBeVisible();
  }
  await page.goto(home);
  await expect(page.getByRole('heading', { name: 'My games' })).toBeAttached();
  const state = await page.context().storageState();
  await expectAtEverySize(browser, home, state);
});

test.describe('on a site', () => {
  test.use({ hosted: true });

  test('the strip of those who wait moves nothing, and keeps its place when they are gone', async ({
    browser,
    home,
  }) => {
    const host = await stranger(browser);
    await openTable(host, home, { name: 'Robin', seats: ['human'], choose: showToEverybody });
    await expectAtEverySize(browser, home);
    const page = await stranger(browser);
    await watchShifts(page);
    await page.goto(home);
    await expect(page.getByText('Robin is waiting for players')).toBeVisible();
    const guest = await stranger(browser);
    await guest.goto(host.url());
    await sitDown(guest, 'Ida');
    await expect(page.getByText('Nobody is waiting any more.')).toBeVisible({ timeout: 15_000 });
    expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT);
    for (const one of [host, guest, page]) await one.context().close();
  });

  test('somebody who begins to wait is told of where one finds players, and moves nothing', async ({
    page,
    browser,
    home,
  }) => {
    await watchShifts(page);
    await page.goto(home);
    const way = page.getByRole('button', { name: 'Find players' });
    await expect(way).toContainText('who are here now');
    const host = await stranger(browser);
    await openTable(host, home, { name: 'Robin', seats: ['human'], choose: showToEverybody });
    await expect(way).toContainText(/\d+ tables? (is|are) waiting/, { timeout: 15_000 });
    expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT);
    await host.context().close();
  });
});

test.describe('at home', () => {
  test('there are no strangers, and nobody is reported', async ({ page, home }) => {
    await page.goto(home);
    await expect(page.getByRole('button', { name: 'Play with friends' })).toBeVisible();
    for (const word of ['Find players', 'Tell me when', 'Nobody is waiting', 'Atom feed']) {
      await expect(page.getByText(word)).toHaveCount(0);
    }
  });

  test('a device in the home is asked to the table that waits, on arrival and later', async ({
    browser,
  }) => {
    const server = await Server.start();
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const host = await stranger(browser);
    const early = await stranger(browser, phone);
    await early.goto(server.url);
    await openTable(host, server.url, { name: 'Papa', seats: ['human', 'human'] });
    const asked = early.locator('[aria-live]').filter({ hasText: 'Papa is waiting for you' });
    await expect(asked).toBeVisible({ timeout: 15_000 });
    const late = await stranger(browser, phone);
    await late.goto(server.url);
    await expect(late.getByText('Papa is waiting for you')).toBeInViewport();
    await late.getByRole('link', { name: 'Join' }).click();
    await sitDown(late, 'Anna');
    await expect(host.getByText('Anna').first()).toBeVisible();
    for (const one of [host, early, late]) await one.context().close();
    await server.stop();
  });
});

test('a name in the bar leads to oneself', async ({ page, home }) => {
  await page.goto(home);
  await page.getByLabel('Your name').fill('Robin');
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Robin: / })
    .click();
  await expect(page).toHaveURL(`${home}/me`);
});

test('who comes for the first time learns, or comes back from another device', async ({
  page,
  home,
}) => {
  await page.goto(home);
  const buttons = page.locator('form.play .button');
  await expect(buttons.nth(1)).toHaveText('Play now');
  await expect(buttons.nth(2)).toHaveText('Learn in five minutes');
  await page.getByRole('link', { name: 'I already play here' }).click();
  await expect(page.getByRole('link', { name: 'I have recovery words' })).toBeVisible();
});
