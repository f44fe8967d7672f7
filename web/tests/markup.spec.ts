import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { openTable, sitDown, stranger } from './support/lobby';
import { expect, inBothViews, test } from './support/test';
import { logOf } from './support/views';

/** No longer than a name may be. */
const MARKUP = '<img src=x onerror=o()>';

/** The words are there as somebody wrote them, and are nothing but words. */
async function expectText(page: Page, where = page.locator('body')): Promise<void> {
  await expect(where).toContainText(MARKUP);
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
}

inBothViews(() => {
  test('the names of people are text: in the lobby, the waiting room, at the table and in talk', async ({
    page: host,
    browser,
    home,
    view,
  }) => {
    const choose = async (page: Page) => {
      await page.getByLabel('Show it to everybody').check();
    };
    await openTable(host, home, { name: MARKUP, seats: ['human'], choose });
    await expectText(host);

    const guest = await stranger(browser);
    // What goes on is looked up once in a second for everybody.
    await expect(async () => {
      await guest.goto(home);
      await expectText(guest, guest.getByRole('region', { name: 'Open tables' }));
    }).toPass();
    await guest.goto(`${host.url()}?view=${view}`);
    await expect(guest.getByRole('heading', { name: `${MARKUP}’s table` })).toBeVisible();
    await sitDown(guest, '<b>Ida</b>');
    await expect(guest.locator('.pill')).toContainText(/settlement|Rolling/);
    await expectText(guest, guest.getByRole('region', { name: 'Players' }));
    await expectText(guest, logOf(guest));
    if (view === 'board') await host.getByRole('tab', { name: /Chat/ }).click();
    await host.getByLabel('Say something').fill(MARKUP);
    await host.keyboard.press('Enter');
    if (view === 'board') await guest.getByRole('tab', { name: /Chat/ }).click();
    await expectText(guest, guest.getByRole('log', { name: 'Chat' }));
    await guest.context().close();
  });
});

test('addresses and records are text: where they are shown, and where they are wrong', async ({
  page,
  home,
}) => {
  await page.goto(`${home}/t/${encodeURIComponent(MARKUP)}`);
  await expect(page.locator('main')).toContainText(/no such table|There is no table/i);
  await expect(page.locator('img[src="x"]')).toHaveCount(0);

  const stored = new URL('../../tests-data/records/fair.record', import.meta.url);
  const record = readFileSync(stored, 'utf8').replaceAll('Anna', MARKUP);
  expect(record).toContain(MARKUP);
  const file = (text: string) => ({
    name: `${MARKUP}.record`,
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  });
  await page.goto(`${home}/replay`);
  const wrong = record.replace('rules modern', `rules ${MARKUP.replaceAll(' ', '/')}`);
  await page.getByLabel('Open a record').setInputFiles(file(wrong));
  await expect(page.getByRole('alert')).toContainText('<img');
  await expect(page.locator('main img')).toHaveCount(0);
  await page.getByLabel('Open a record').setInputFiles(file(record));
  await expectText(page, page.getByRole('region', { name: 'Players' }));

  await page.goto(`${home}/verify`);
  await page.getByLabel('A record of a game').setInputFiles(file(record));
  await expect(page.getByRole('heading', { name: 'Every draw is correct' })).toBeVisible();
  await expectText(page);
});
