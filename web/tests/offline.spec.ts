import type { Page } from '@playwright/test';

import { startShortGame, untilKept } from './support/alone';
import { expectAccessible, expectFits } from './support/checks';
import { Person } from './support/person';
import { Server } from './support/server';
import { expect, test } from './support/test';

test.use({ serviceWorkers: 'allow' });

/** The lines of the log that tell what has happened. */
function told(page: Page): Promise<string[]> {
  return page.getByRole('log').getByRole('listitem').allInnerTexts();
}

test('a whole game is played without a server, over a reload and a crash of the page', async ({
  page,
  context,
}) => {
  const server = await Server.start();
  const home = server.url;
  await page.goto(home);
  await untilKept(page);
  await server.stop();

  await page.goto(home);
  await expect(page.getByText('The server cannot be reached.')).toBeVisible();
  await startShortGame(page, 4);
  const table = page.url();
  expect(table).toContain('/t/~');
  const person = new Person(page);
  const placed = (times: number) => () => (person.done.get('settlement') ?? 0) >= times;
  await person.playUntil(placed(1));
  await expect(page.locator('.pill')).toContainText('road');

  const before = await told(page);
  await page.reload();
  await expect(page.locator('.pill')).toContainText('road');
  expect((await told(page)).slice(0, before.length)).toEqual(before);
  await person.playUntil(placed(2));
  await expect(page.locator('.pill')).toContainText('road');

  const known = await told(page);
  // Nothing of the page or its worker is left, and nobody has said goodbye.
  const session = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
  const again = await context.newPage();
  await again.goto(home);
  await again.getByRole('region', { name: 'My games' }).getByRole('link').click();
  await expect(again).toHaveURL(table);
  await expect(again.locator('.pill')).toContainText('road');
  expect((await told(again)).slice(0, known.length)).toEqual(known);

  await new Person(again).playToTheEnd();
  const download = again.waitForEvent('download');
  await again.getByRole('link', { name: 'Download record' }).click();
  expect((await download).suggestedFilename()).toMatch(/^brickwood-\w+\.txt$/);
  await again.getByRole('link', { name: 'Replay and analysis' }).click();
  await expect(again.getByRole('heading', { name: 'Replay' })).toBeAttached();

  await again.goto(table);
  await again.getByRole('link', { name: 'Verify dice' }).click();
  await expect(again.getByRole('heading', { name: 'Every draw is correct' })).toBeVisible();
  await again.goBack();
  await again.getByRole('button', { name: 'Rematch' }).click();
  await expect(again).not.toHaveURL(table);
  await expect(again.locator('.pill')).toContainText(/settlement|Rolling|road/);

  await again.goto(home);
  await again.getByText('Games in this browser (2)').click();
  await expectFits(again, 'home without a server');
  await expectAccessible(again, 'home without a server');
  await again.getByRole('button', { name: 'Delete' }).first().click();
  await again.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(again.getByText('Games in this browser (1)')).toBeVisible();
});

test('with a server, games are played there, and those in the browser stay within reach', async ({
  page,
  context,
  home,
}) => {
  await page.goto(home);
  await context.route('**/api/**', (route) => route.abort());
  await startShortGame(page, 5);
  await expect(page).toHaveURL(/\/t\/~/);
  await context.unroute('**/api/**');
  await page.goto(home);
  await expect(page.getByRole('region', { name: 'My games' }).getByRole('link')).toHaveCount(1);
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(page).toHaveURL(/\/t\/[^~]+$/);
});

test('two tabs with one game in the browser show the same', async ({ page, context, home }) => {
  await context.route('**/api/**', (route) => route.abort());
  await page.goto(home);
  await startShortGame(page, 5);
  const other = await context.newPage();
  await other.goto(page.url());
  // A tab in the background draws nothing, and nothing in it can be pressed.
  await page.bringToFront();
  const person = new Person(page);
  await person.playUntil(() => (person.done.get('settlement') ?? 0) >= 1);
  await expect(page.locator('.pill')).toContainText('road');
  await expect(other.locator('.pill')).toContainText('road');
  expect(await told(other)).toEqual(await told(page));
  // The other tab goes on where the first, which ran the bots, has ended.
  await page.close();
  await new Person(other).playUntil(({ text }) => text.includes('Turn') || text.includes('roll'));
});
