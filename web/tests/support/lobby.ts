import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test';

import type { Addresses } from '../../src/lib/base/protocol';
import { expect } from './test';

/** What a table for several people has. */
export interface Order {
  readonly name: string;
  /** For whom the seats after the first are: open ones by default. */
  readonly seats: readonly ('human' | 'local' | 'locked' | 'easy')[];
  readonly points?: number;
  /** When the game begins: once every seat is taken by default. */
  readonly start?: 'full' | 'host';
  /** What else is chosen on the page. */
  readonly choose?: (page: Page) => Promise<void>;
}

/** Has the page's server say how it is reached, as if its machine were in these networks. */
export async function reachedAt(page: Page, ...urls: string[]): Promise<void> {
  const known: Addresses = { type: 'network', urls, can_close: false, unvisited: false };
  await page.route('**/api/addresses', (route) => route.fulfill({ json: known }));
}

/** The link that the waiting room shows. */
export async function linkOf(page: Page): Promise<string> {
  const text = page.getByRole('group', { name: 'Link to this table' }).first().locator('.text');
  return (await text.innerText()).replace(/\s/g, '');
}

/** Opens a table on the set-up page, and its waiting room. */
export async function openTable(page: Page, home: string, order: Order): Promise<void> {
  await page.goto(`${home}/new`);
  await page.getByRole('textbox', { name: 'Your name' }).fill(order.name);
  await page.getByRole('radio', { name: String(order.seats.length + 1), exact: true }).check();
  for (const [index, who] of order.seats.entries()) {
    await page.getByLabel(`Seat ${index + 2}`, { exact: true }).selectOption(who);
  }
  if (order.points) await page.getByLabel('Points to win').fill(String(order.points));
  // The page remembers what the last table had.
  const begin = page.getByRole('radio', {
    name: order.start === 'host' ? 'When the host starts it' : 'When every seat is taken',
  });
  if (!(await begin.isVisible())) await page.getByText('The table', { exact: true }).click();
  await begin.check();
  await order.choose?.(page);
  await page.getByRole('button', { name: 'Open the table' }).click();
  await expect(page.getByRole('heading', { name: 'Your table' })).toBeVisible();
}

/** Changes the set-up of a table that gathers, as its host. */
export async function changeSetup(
  page: Page,
  choose: (sheet: Locator) => Promise<void>,
): Promise<void> {
  await page.getByRole('button', { name: 'Change the setup' }).click();
  const sheet = page.getByRole('dialog', { name: 'Change the setup' });
  await choose(sheet);
  await sheet.getByRole('button', { name: 'Apply the changes' }).click();
  await expect(sheet).toBeHidden();
}

/** Somebody else with a browser of their own. */
export async function stranger(browser: Browser, options?: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  return context.newPage();
}

/** Sits down at a table whose page is open. */
export async function sitDown(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await page.getByRole('button', { name: 'Take a seat' }).click();
  await expect(page.getByRole('button', { name: 'Take a seat' })).toBeHidden();
}
