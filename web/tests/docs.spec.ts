import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { docsPath, PAGES } from '../src/lib/base/docs';
import { expect, test } from './support/test';

test.skip(!process.env.BRICKWOOD_DOCS, '`cargo xtask docs` has made none');

/** A list, prose with code, wide tables, and a page that a folder's README became; by night, what has other colors. */
const WINDOWS = [
  {
    look: { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
    read: ['index', 'book/write-a-bot', 'book/hosting', 'rules/index'],
  },
  {
    look: { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
    read: ['book/write-a-bot'],
  },
] as const;
/** mdBook's, and no hindrance: Chromium reaches what scrolls by itself, and the corner of a table has no words. */
const RULES = [
  'aria-allowed-attr',
  'aria-prohibited-attr',
  'empty-table-header',
  'landmark-unique',
  'region',
  'scrollable-region-focusable',
];

/** What goes wrong while pages are read: errors of scripts, what the policy refuses, what is missing or asked of others. */
function complaints(page: Page, home: string): string[] {
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(`${page.url()}: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) found.push(`${response.status()} ${response.url()}`);
  });
  page.on('request', (request) => {
    const isOurs = request.url().startsWith(home) || request.url().startsWith('data:');
    if (!isOurs) found.push(`${page.url()} asks ${request.url()}`);
  });
  return found;
}

test('a search in the documentation leads to a rule', async ({ page, home }) => {
  const found = complaints(page, home);
  await page.goto(`${home}/docs`);
  await expect(page).toHaveURL(home + docsPath('first'));
  await page.keyboard.press('s');
  await page.getByRole('searchbox').pressSequentially('spares discards');
  await expect(page.locator('#mdbook-searchresults a').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'RUL-22' })).toBeVisible();
  expect(found).toEqual([]);
});

test('the documentation has what the page leads to', async ({ request, home }) => {
  const { docs } = (await (await request.get(`${home}/api/site`)).json()) as { docs?: boolean };
  expect(docs).toBe(true);
  for (const name of Object.keys(PAGES)) {
    const path = docsPath(name as keyof typeof PAGES);
    expect((await request.get(home + path)).status(), path).toBe(200);
  }
});

for (const { look, read } of WINDOWS) {
  test.describe(`${look.colorScheme}, ${look.viewport.width} px`, () => {
    test.use(look);

    test('pages of the documentation can be read by everybody', async ({ page, home }) => {
      const found = complaints(page, home);
      for (const name of read) {
        await page.goto(`${home}/docs/${name}.html`);
        const beyond = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(beyond, `${name} is wider than the window`).toBeLessThanOrEqual(0);
        const { violations } = await new AxeBuilder({ page }).disableRules(RULES).analyze();
        const told = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html}`);
        expect(told, name).toEqual([]);
      }
      expect(found).toEqual([]);
    });
  });
}
