import type { Page } from '@playwright/test';

import { startShortGame, untilKept } from './support/alone';
import { expectAccessible, expectFits } from './support/checks';
import { Person } from './support/person';
import { Server } from './support/server';
import { expect, test } from './support/test';
import { places } from './support/views';

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
  await expect(page.getByRole('button', { name: 'Play with friends' })).toBeDisabled();
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

  // One is over, and the other goes on.
  await again.goto(`${home}/games`);
  const here = again.getByRole('region', { name: 'Only in this browser' }).getByRole('link');
  await expect(here).toHaveCount(2);
  await expect(again.getByText('The server cannot be reached.')).toBeVisible();
  await again.goto(home);
  await again.getByText('Games in this browser (2)').click();
  await expectFits(again, 'home without a server');
  await expectAccessible(again, 'home without a server');
  await again.getByRole('button', { name: 'Delete' }).first().click();
  await again.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(again.getByText('Games in this browser (1)')).toBeVisible();
});

test.describe('in words', () => {
  test.use({ view: 'text' });

  test('typed commands play without a server, over a reload', async ({ page }) => {
    const server = await Server.start();
    await page.goto(server.url);
    await untilKept(page);
    await server.stop();
    await page.goto(server.url);
    await startShortGame(page, 5);
    const field = page.getByRole('combobox', { name: 'Type a command' });
    const pill = page.locator('.pill');
    const type = async (line: string) => {
      await field.fill(line);
      await field.press('Enter');
    };
    /** Types a command for the first place that can be picked, and yes where it asks, until `next` is due. */
    const pick = async (command: string, next: string) => {
      const [place = ''] = (await places(page).first().innerText()).split(' (');
      await type(`${command} ${place}`);
      const question = page.locator('.question[role=group]');
      const due = pill.filter({ hasText: next });
      await expect(question.or(due).first()).toBeVisible();
      if (await question.isVisible()) await type('yes');
      await expect(due).toBeVisible();
    };
    await expect(pill).toContainText('first settlement');
    await pick('s', 'road');

    const log = page.getByRole('region', { name: 'Log' }).getByRole('listitem');
    const before = await log.allInnerTexts();
    expect(before.length).toBeGreaterThan(0);
    await page.reload();
    await expect(pill).toContainText('road');
    expect((await log.allInnerTexts()).slice(0, before.length)).toEqual(before);

    await pick('r', 'second settlement');
    await pick('s', 'road');
    await pick('r', 'roll the dice');
    await type('roll');
    await expect(log.filter({ hasText: /^You roll/ })).not.toHaveCount(0);
    await page.goto(server.url);
    await expect(page.getByRole('region', { name: 'My games' }).getByRole('link')).toHaveCount(1);
  });
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
