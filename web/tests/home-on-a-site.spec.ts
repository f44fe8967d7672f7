import type { Page } from '@playwright/test';

import { expectAtEverySize, MOST_SHIFT, shiftOf, watchShifts } from './support/first-screen';
import { changeSetup, openTable, sitDown, stranger } from './support/lobby';
import { expect, test } from './support/test';

test.use({ hosted: true });

/** Lists a table on the home page. */
const showToEverybody = (page: Page) => page.getByLabel('Show it to everybody').check();

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

test('a table that is shown to everybody stands on the home page', async ({
  page: host,
  browser,
  home,
}) => {
  await openTable(host, home, { name: 'Robin the Public', seats: ['human', 'human'] });
  const guest = await stranger(browser);
  await guest.goto(home);
  const waiting = guest.getByText('Robin the Public is waiting for players');
  await expect(guest.getByRole('button', { name: 'Find players' })).toBeVisible();
  await expect(waiting).toHaveCount(0);

  await changeSetup(host, async (sheet) => {
    await sheet.getByText('The table', { exact: true }).click();
    await sheet.getByLabel('Show it to everybody').check();
  });
  // What goes on is looked up once in a second for everybody.
  await expect(async () => {
    await guest.reload();
    await expect(waiting).toBeVisible({ timeout: 1000 });
  }).toPass();
  const strip = guest.getByRole('region', { name: 'Open tables' });
  await strip.getByRole('link', { name: 'Take a seat' }).first().click();
  await expect(guest).toHaveURL(host.url());
  await guest.context().close();
});
