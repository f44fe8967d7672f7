import type { Page } from '@playwright/test';

/** What `picture` writes is for people: no test compares it. */
export const WANTED = Boolean(process.env.PICTURES);

/**
 * Leaves a picture of the page in `screenshots`, if `PICTURES` is set: painting takes a third of the time of a test of
 * many moments. What follows finds the page with its fonts in either case.
 */
export async function picture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (WANTED) await page.screenshot({ path: `screenshots/${name}.png`, fullPage });
  else await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
