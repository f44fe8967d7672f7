import type { Page } from '@playwright/test';

import { expect } from './test';

/** Waits until the browser has kept the page for times without a network. */
export async function untilKept(page: Page): Promise<void> {
  const kept = () => page.evaluate(() => navigator.serviceWorker.controller !== null);
  await expect.poll(kept, { timeout: 30_000 }).toBe(true);
}

/** Sets up a short game against three bots that do not pause, and opens its table. */
export async function startShortGame(page: Page, points: number): Promise<void> {
  await page.getByRole('link', { name: 'Set up a game' }).click();
  await page.getByLabel('Your name').fill('Robin');
  await page.getByLabel('Points to win').fill(String(points));
  await page.getByRole('radio', { name: 'At once' }).first().check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.locator('.pill')).toContainText(/settlement|Rolling/);
}

/** Notes what a browser complains about. */
export function complaints(page: Page): string[] {
  const all: string[] = [];
  page.on('pageerror', (error) => all.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') all.push(`${message.text()} ${message.location().url}`);
  });
  return all;
}
