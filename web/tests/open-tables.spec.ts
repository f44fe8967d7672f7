import type { Browser, Locator, Page } from '@playwright/test';

import type { NewTable } from '../src/lib/base/protocol';
import { expectLooksRight } from './support/checks';
import { sitDown, stranger } from './support/lobby';
import { Server } from './support/server';
import { expect, inEitherView, SIZES, test } from './support/test';
import { Typist } from './support/typist';
import { logOf, places } from './support/views';

test.use({ hosted: true });

/** Opens what is behind "Find players" on the home page. */
async function lookForPlayers(page: Page, home: string): Promise<Locator> {
  await page.goto(home);
  await page.getByRole('button', { name: 'Find players' }).click();
  return page.getByRole('dialog', { name: 'Play with others' });
}

/** Opens a table on the home page to find players. */
async function findPlayers(
  page: Page,
  home: string,
  name: string,
  choose: Record<string, string>,
): Promise<string> {
  await page.goto(home);
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Find players' }).click();
  for (const [label, words] of Object.entries(choose)) {
    await page.getByLabel(label, { exact: true }).selectOption({ label: words });
  }
  await page.getByRole('button', { name: 'Open a table' }).click();
  await expect(page).toHaveURL(/\/t\//);
  return page.url();
}

/** Opens a table that begins with bots at once. Returns its link. */
async function begunWithBots(page: Page, home: string, name: string): Promise<string> {
  const link = await findPlayers(page, home, name, { Players: '3', Begins: 'at once' });
  await expect(page.getByRole('region', { name: 'Your hand' })).toBeVisible();
  return link;
}

/** Asks on the home page to be told when somebody wants to play. */
async function askToBeTold(page: Page, home: string): Promise<void> {
  const dialog = await lookForPlayers(page, home);
  await dialog.getByRole('button', { name: 'Tell me when somebody wants to play' }).click();
  await expect(page.getByText('you will hear of new tables')).toBeVisible();
}

/** The entry of somebody's table on the home page. */
const entry = (page: Page, list: string, name: string) =>
  page.getByRole('region', { name: list }).getByRole('link', { name: `${name}’s table` });

/** Places the first settlement and its road, when it is somebody's turn to. */
async function placeFirst(page: Page): Promise<void> {
  await expect(page.locator('.pill')).toHaveText('Place your first settlement');
  await places(page).first().click();
  await expect(page.locator('.pill')).toHaveText('Place a road beside your new settlement');
  await places(page).first().click();
  await page.getByRole('button', { name: 'Place', exact: true }).click();
}

async function endWish(page: Page, home: string): Promise<void> {
  await lookForPlayers(page, home);
  await page.getByRole('button', { name: 'Stop telling me' }).click();
  await expect(page.getByRole('button', { name: 'Tell me when' })).toBeVisible();
}

test('one finds players, and another hears of it elsewhere on the site and sits down', async ({
  page: host,
  browser,
  home,
}) => {
  const ola = await stranger(browser);
  await askToBeTold(ola, home);
  await ola.goto(`${home}/rules`);
  const dialog = await lookForPlayers(host, home);
  await expect(dialog.getByText('1 person would like to play')).toBeVisible();
  const link = await findPlayers(host, home, 'Robin', { Players: '3', Begins: 'in one minute' });
  await expect(host.getByRole('timer')).toHaveText(/The game begins in (0:[345]\d|1:00)/);

  const news = ola
    .locator('[aria-live]')
    .filter({ hasText: 'Somebody wants to play. Robin’s table' });
  await expect(news).toBeVisible({ timeout: 30_000 });
  await news.getByRole('link', { name: 'Go there' }).click();
  await expect(ola).toHaveURL(link);
  await expect(ola.getByRole('timer')).toBeVisible();
  await sitDown(ola, 'Ola');
  await expect(host.getByRole('listitem').filter({ hasText: 'Ola' })).toBeVisible();
  await host.getByRole('button', { name: 'Play at once, with bots' }).click();
  for (const page of [host, ola]) {
    await expect(page.getByRole('region', { name: 'Your hand' })).toBeVisible();
  }
  await endWish(ola, home);
  await ola.context().close();
});

test('when the time is over, a table begins with bots by itself', async ({ page, home }) => {
  // A minute is long for a test.
  await page.route('**/api/tables', async (route) => {
    const request = route.request();
    if (request.method() !== 'POST') return route.continue();
    const order = request.postDataJSON() as NewTable;
    expect(order.options?.bots_after).toEqual({ seconds: 60, level: 'medium' });
    const options = { ...order.options, bots_after: { seconds: 5, level: 'medium' } };
    await route.continue({ postData: JSON.stringify({ ...order, options }) });
  });
  await findPlayers(page, home, 'Robin', { Players: '3', Begins: 'in one minute' });
  await expect(page.getByRole('timer')).toHaveText(/The game begins in 0:0[1-5]/);
  await expect(page.getByRole('region', { name: 'Your hand' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('region', { name: 'Players' }).getByRole('listitem')).toHaveCount(3);
});

inEitherView('text', () => {
  test('somebody takes over a bot’s seat in the first rounds, and plays on there', async ({
    page: mia,
    browser,
    home,
    view,
  }) => {
    const host = await stranger(browser);
    // The game waits for Robin first, and then for whoever sits in the next seat.
    await host.route('**/api/tables', async (route) => {
      const request = route.request();
      if (request.method() !== 'POST') return route.continue();
      const order = request.postDataJSON() as NewTable;
      const rules = { ...order.rules, first_player: { type: 'named', seat: 0 } };
      await route.continue({ postData: JSON.stringify({ ...order, rules }) });
    });
    const name = `Robin ${view}`;
    const link = await begunWithBots(host, home, name);
    await lookForPlayers(mia, home);
    const open = entry(mia, 'Open tables', name);
    await expect(open).toContainText('Bots play 2 of 3 seats: take one');
    await open.click();
    await expect(mia).toHaveURL(link);
    await expect(mia.getByText('anybody who joins can take over')).toBeVisible();
    await expect(mia.getByRole('region', { name: 'Your hand' })).toHaveCount(0);
    await mia.getByLabel('Seat', { exact: true }).selectOption({ index: 1 });
    await sitDown(mia, 'Mia');
    await expect(mia.getByRole('region', { name: 'Your hand' })).toBeVisible();
    await expect(logOf(host)).toContainText('Mia takes the seat of');
    await expect(mia.locator('.pill')).toContainText(name);
    await placeFirst(host);
    // No bot acts for her: the game waits until she has placed.
    await placeFirst(mia);
    await expect(logOf(host)).toContainText('Mia places a road');
    const late = await stranger(browser);
    await lookForPlayers(late, home);
    await expect(entry(late, 'Open tables', name)).toContainText(
      'A bot plays 1 of 3 seats: take it',
    );
    // Whoever sits there goes on with it, and is offered no other seat in it.
    await lookForPlayers(mia, home);
    await expect(mia.locator(`main a[href$="${new URL(link).pathname}"]`)).toHaveCount(1);
    await expect(open).toHaveCount(0);
    for (const page of [host, late]) await page.context().close();
  });
});

test('a game without a seat for others can be watched', async ({ page, browser, home }) => {
  const [host, mia] = [await stranger(browser), await stranger(browser)];
  const link = await findPlayers(host, home, 'Robin Watched', { Players: '2', Begins: 'at once' });
  await mia.goto(link);
  await sitDown(mia, 'Mia');
  await expect(mia.getByRole('region', { name: 'Your hand' })).toBeVisible();
  await lookForPlayers(page, home);
  const game = page
    .getByRole('region', { name: 'Games to watch' })
    .getByRole('link', { name: 'Robin Watched’s table' });
  await expect(game).toBeVisible();
  await expect(entry(page, 'Open tables', 'Robin Watched')).toHaveCount(0);
  await game.click();
  await expect(page).toHaveURL(link);
  await expect(page.getByRole('group', { name: /^Board, / })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your hand' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Take a seat' })).toHaveCount(0);
  for (const one of [host, mia]) await one.context().close();
});

test('where nobody waits, the page offers to be the first', async ({ page }) => {
  const site = await Server.site();
  await lookForPlayers(page, site.url);
  await expect(page.getByText('Nobody is waiting right now.')).toBeVisible();
  for (const list of ['Open tables', 'Games to watch']) {
    await expect(page.getByRole('region', { name: list })).toHaveCount(0);
  }
  await expect(page.getByText('would like to play')).toHaveCount(0);
  await page.getByRole('button', { name: 'Open a table' }).click();
  await expect(page.getByRole('timer')).toBeVisible();
  await page.goto('about:blank');
  await site.stop();
});

test('by keyboard alone, somebody finds a table and takes over a bot’s seat', async ({
  page: mia,
  browser,
  home,
}) => {
  const host = await stranger(browser);
  const link = await begunWithBots(host, home, 'Robin by Keys');
  await mia.goto(home);
  const typist = new Typist(mia);
  await typist.tabTo(/Find players/);
  await mia.keyboard.press('Enter');
  await expect(entry(mia, 'Open tables', 'Robin by Keys')).toBeVisible();
  await typist.tabTo(/Robin by Keys’s table/);
  await mia.keyboard.press('Enter');
  await expect(mia).toHaveURL(link);
  await expect(mia.getByRole('button', { name: 'Take a seat' })).toBeVisible();
  await typist.tabTo('Take a seat');
  await mia.keyboard.press('Enter');
  await expect(mia.getByRole('region', { name: 'Your hand' })).toBeVisible();
  await host.context().close();
});

/** A table that waits, and a game in which nobody can sit down any more. */
async function fill(browser: Browser, home: string, size: string): Promise<Page[]> {
  const [waiting, playing] = await Promise.all([stranger(browser), stranger(browser)]);
  const choose = { Players: '4', Begins: 'in 5 minutes', 'Time to think': '1 min for each turn' };
  await findPlayers(waiting, home, `Ida ${size}`, choose);
  await begunWithBots(playing, home, `Olaf ${size}`);
  return [waiting, playing];
}

for (const [size, options] of Object.entries(SIZES)) {
  test(`what is alive looks right on ${size}`, async ({ browser, home }) => {
    const others = await fill(browser, home, size);
    const page = await stranger(browser, options);
    await page.goto(home);
    await expect(page.getByText(/is waiting for players/).first()).toBeVisible();
    await expectLooksRight(page, size, 'home-alive', { fullPage: true });
    await lookForPlayers(page, home);
    await expect(entry(page, 'Open tables', `Ida ${size}`)).toBeVisible();
    await expect(entry(page, 'Open tables', `Olaf ${size}`)).toBeVisible();
    await expectLooksRight(page, size, 'find-players');
    await page.goto(others[1]?.url() ?? '');
    await expect(page.getByText('anybody who joins can take over')).toBeVisible();
    await expectLooksRight(page, size, 'take-over');
    await askToBeTold(page, home);
    const late = await stranger(browser);
    await findPlayers(late, home, `Bo ${size}`, { Begins: 'in 5 minutes' });
    await expect(page.getByText(`Bo ${size}’s table`).first()).toBeVisible();
    const news = page.locator('[aria-live]').filter({ hasText: `Bo ${size}’s table` });
    await expect(news).toBeVisible({ timeout: 30_000 });
    await expectLooksRight(page, size, 'home-news');
    await endWish(page, home);
    await findPlayers(page, home, 'Kim', { Begins: 'in one minute' });
    await expect(page.getByRole('timer')).toBeVisible();
    await expectLooksRight(page, size, 'countdown');
    for (const one of [...others, late, page]) await one.context().close();
  });
}
