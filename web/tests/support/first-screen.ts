/** What the first window of the home page holds, at every size and without moving. */

import type { Browser, Page } from '@playwright/test';

import { stranger } from './lobby';
import { LONG } from './long';
import { expect, test } from './test';

/** The windows in which the first screen has to hold what one plays with: the lowest of each kind, and the others. */
const LOWEST = [
  [360, 640],
  [844, 390],
  [1366, 768],
] as const;
const OTHERS = [
  [390, 844],
  [768, 1024],
  [1024, 768],
  [1920, 1080],
] as const;
const WINDOWS = LONG ? [...LOWEST, ...OTHERS] : LOWEST;

/** A page that moves by less than this looks as if it stood still. */
export const MOST_SHIFT = 0.02;

/** How long a page may go on to load what can wait. */
const SETTLED_MS = 1500;

/** What moved by itself: how far, as a share of the window, and when. */
export interface Shift {
  readonly value: number;
  readonly at: number;
}

/** Notes how far anything moves that was drawn already. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as unknown as {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) shifts.push({ value, at: entry.startTime });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** How far anything has moved. */
export const shiftOf = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as { shifts: Shift[] }).shifts.reduce((sum, one) => sum + one.value, 0),
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
export async function expectAtEverySize(
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
