import type { CDPSession, Page } from '@playwright/test';

import { expect, test } from './support/test';

interface Kept {
  readonly nodes: number;
  readonly listeners: number;
}

/** What the page keeps once everything that nobody needs is gone. */
async function kept(browser: CDPSession): Promise<Kept> {
  // What a finalizer lets go is collected the next time.
  for (let times = 0; times < 3; times += 1) await browser.send('HeapProfiler.collectGarbage');
  const { metrics } = await browser.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return { nodes: of('Nodes'), listeners: of('JSEventListeners') };
}

/** Begins a game on the home page, does something there, and goes home again. */
async function visitTable(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Play now' }).click();
  const place = page.locator('[data-pick=settlement]').first();
  await place.press('Enter');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('button', { name: 'Play now' })).toBeVisible();
}

test('tables that were left are not kept, however many', async ({ page, home }) => {
  test.setTimeout(180_000);
  await page.goto(home);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Performance.enable');
  // What is loaded once stays.
  for (let table = 0; table < 2; table += 1) await visitTable(page);
  const before = await kept(browser);
  let tables = 0;
  for (; tables < 9; tables += 1) await visitTable(page);
  // Now and then the table that was left last is kept until the next one is left.
  await expect(async () => {
    await visitTable(page);
    tables += 1;
    // What the last table still waits for takes a moment, and longer on a busy machine.
    await expect(async () => {
      const after = await kept(browser);
      // Each game is one more in the list of games.
      const perTable = (after.nodes - before.nodes) / tables;
      expect(perTable, `${before.nodes} nodes grew to ${after.nodes}`).toBeLessThan(60);
      expect(after.listeners - before.listeners).toBeLessThan(10);
    }).toPass({ timeout: 20_000 });
  }).toPass({ timeout: 120_000 });
});
