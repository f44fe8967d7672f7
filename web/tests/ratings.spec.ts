import type { Browser, Page } from '@playwright/test';

import { expectLooksRight } from './support/checks';
import { linkOf, openTable, reachedAt, sitDown, stranger } from './support/lobby';
import { LONG } from './support/long';
import { stageRatingList, stageRatings, stageResults } from './support/results';
import { Server } from './support/server';
import { expect, inEitherView, SIZES, test as base } from './support/test';

/** A site whose host has switched ratings on. */
const test = base.extend<object, { site: Server }>({
  site: [
    // Playwright finds out what a fixture needs by its first parameter's pattern.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const site = await Server.site();
      await site.command('features', '--on', 'ratings');
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
});

const rated = (page: Page) => page.getByRole('checkbox', { name: 'Rated game' });
const seat = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: name }).filter({ hasText: 'seat' });
const change = (page: Page) => page.locator('[data-rating]');
const newcomer = '1190 to 1810 points · new here';

/** Somebody whose browser moves nothing. */
const person = (browser: Browser, options = {}) =>
  stranger(browser, { reducedMotion: 'reduce', ...options });

/** A rated table of Robin, at which another can sit down. */
async function openRated(robin: Page, site: Server, order: { public?: boolean } = {}) {
  await reachedAt(robin, site.url);
  await openTable(robin, site.url, {
    name: 'Robin',
    seats: ['human'],
    choose: async (page) => {
      await rated(page).check();
      await expect(page.getByText('That is so in every rated game.')).toBeVisible();
      if (order.public) await page.getByRole('checkbox', { name: 'Show it to everybody' }).check();
    },
  });
  return linkOf(robin);
}

/** Gives the seat up, for which a bot plays then. */
async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Table and players' }).click();
  await page.getByRole('button', { name: 'Leave for good' }).click();
  const question = page.getByRole('dialog', { name: 'Leave for good?' });
  await expect(question).toContainText('if the others play on, you come last');
  await question.getByRole('button', { name: 'Leave for good' }).click();
}

/** Ends the game, in which nobody else is asked. */
async function endGame(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Table and players' }).click();
  await page.getByRole('button', { name: 'End the game' }).click();
  const question = page.getByRole('dialog', { name: 'End the game?' });
  await expect(question).toContainText('it changes nobody’s rating');
  await question.getByRole('button', { name: 'End the game' }).click();
  await expect(question).toBeHidden();
  await page.keyboard.press('Escape');
}

for (const view of LONG ? (['board', 'text'] as const) : (['board'] as const)) {
  test(`two agree to be rated, know each other’s range before, and read that a game that ends at once changes nothing: ${view}`, async ({
    browser,
    site,
  }) => {
    test.setTimeout(120_000);
    const robin = await person(browser);
    const link = await openRated(robin, site);
    const ida = await person(browser);
    await ida.goto(`${link}?view=${view}`);
    // Before one sits down, one knows what it is about, and who is there.
    await expect(ida.getByText('Taking a seat means you agree.')).toBeVisible();
    await expect(seat(ida, 'Robin')).toContainText(newcomer);
    await sitDown(ida, 'Ida');

    const turn = ida.locator('.pill');
    await expect(turn).toContainText(/settlement|Rolling|road/);
    await expect(ida.getByRole('button', { name: 'Coach' })).toHaveCount(0);
    await leave(robin);
    await endGame(ida);
    // Nobody gains by a game that has hardly begun.
    await expect(change(ida)).toHaveText(
      'This game was too short to count: it changes nobody’s rating.',
    );
    await ida.goto(`${site.url}/games`);
    await expect(ida.getByRole('region', { name: 'Two-player rating' })).toHaveCount(0);
    await robin.context().close();
    await ida.context().close();
  });
}

test('a table becomes a rated one only if all agree anew', async ({ browser, site }) => {
  const robin = await person(browser);
  await reachedAt(robin, site.url);
  await openTable(robin, site.url, { name: 'Robin', seats: ['human'], start: 'host' });
  const ida = await person(browser);
  await ida.goto(await linkOf(robin));
  await sitDown(ida, 'Ida');
  await expect(seat(robin, 'Ida')).toContainText('Ready');
  await rated(robin).check();
  await expect(ida.getByText('Robin has changed the setup')).toBeVisible();
  await expect(ida.getByText('The game is rated')).toBeVisible();
  await expect(robin.getByText('Waiting for Ida to agree to the changes.')).toBeVisible();
  await ida.getByRole('button', { name: 'Agree to the changes' }).click();
  await expect(seat(robin, 'Ida')).toContainText('Ready');
  await robin.getByRole('button', { name: 'Start the game' }).click();
  await expect(ida.locator('.pill')).toContainText(/settlement|Rolling|road/);
  await robin.context().close();
  await ida.context().close();
});

test('what does not go with a rating is refused in a sentence, with a way out', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/new`);
  await page.getByText('The table', { exact: true }).click();
  await rated(page).check();
  await page.getByLabel('Points to win').fill('7');
  await page.getByRole('button', { name: 'Start the game' }).click();
  const alert = page.getByText(
    'A game can be rated only if it is played by the rules of an edition.',
  );
  await expect(alert.first()).toBeVisible();
  await page.getByRole('button', { name: 'Do not rate the game' }).first().click();
  await expect(rated(page)).not.toBeChecked();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page).toHaveURL(/\/t\//);
});

inEitherView('text', () => {
  test('where the site rates no games, nothing is said of it', async ({ page, home }) => {
    await page.goto(`${home}/new`);
    await page.getByText('The table', { exact: true }).click();
    await expect(page.getByText('Show it to everybody')).toBeVisible();
    await expect(rated(page)).toHaveCount(0);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${home}/games`);
    await expect(page.getByText('No finished games yet.')).toBeVisible();
    expect(asked.filter((url) => url.includes('/me/ratings'))).toEqual([]);
  });
});

test('a game is made a rated one by a typed command', async ({ page, site }) => {
  await page.goto(`${site.url}/new?view=text`);
  const field = page.getByRole('combobox', { name: 'Type a command' });
  await field.fill('rated game yes');
  await field.press('Enter');
  const answer = page.getByRole('log', { name: 'What was typed and said' }).locator('.answer');
  await expect(answer.last()).toContainText('Rated game: yes.');
  await page.getByText('The table', { exact: true }).click();
  await expect(rated(page)).toBeChecked();
});

const list = (page: Page) => page.getByRole('region', { name: 'Ratings on this site' });
const shown = (page: Page) => list(page).getByRole('checkbox', { name: 'Show me in this list' });

test('nobody is in the list of ratings who has not said so, and who has can take it back', async ({
  page,
  site,
}) => {
  // The foot of the home page leads there.
  await page.goto(site.url);
  await page.getByRole('link', { name: 'Ratings', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Ratings on this site' })).toBeFocused();
  await expect(list(page)).toContainText('Nobody is in this list yet.');
  // Whoever has no rating has none to show.
  await expect(shown(page)).toHaveCount(0);

  await stageRatings(page);
  await page.reload();
  await expect(shown(page)).not.toBeChecked();
  await expect(list(page)).toContainText('You can take that back at any time.');
  for (const isShown of [true, false]) {
    await shown(page).press('Space');
    await expect(list(page).getByRole('status')).toHaveText('Saved.');
    await page.reload();
    await expect(shown(page)).toBeChecked({ checked: isShown });
  }
});

for (const [size, device] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use(device);

    test('a rated table looks right: set up, in the list, waiting, and at its end', async ({
      page: robin,
      browser,
      site,
    }) => {
      test.setTimeout(120_000);
      await robin.goto(`${site.url}/new`);
      await robin.getByText('The table', { exact: true }).click();
      await rated(robin).check();
      await rated(robin).scrollIntoViewIfNeeded();
      await expectLooksRight(robin, size, 'rated-set-up');
      const link = await openRated(robin, site, { public: true });

      const ida = await person(browser, device);
      await ida.goto(site.url);
      await ida.getByRole('button', { name: /^Find players/ }).click();
      await rated(ida).check();
      await expect(ida.getByText('The game begins once all seats are taken')).toBeVisible();
      const open = ida.getByRole('dialog').getByRole('region', { name: 'Open tables' });
      const row = open.getByRole('link', { name: /Robin’s table/ }).first();
      await expect(row).toContainText('Robin: new here');
      await expect(row).toContainText('rated');
      await row.scrollIntoViewIfNeeded();
      await expectLooksRight(ida, size, 'rated-in-the-list');
      await ida.goto(link);
      await expect(seat(ida, 'Robin')).toContainText(newcomer);
      await expectLooksRight(ida, size, 'rated-waiting-room', { fullPage: true });
      await sitDown(ida, 'Ida');
      await expect(ida.locator('.pill')).toContainText(/settlement|Rolling|road/);
      await leave(robin);
      await endGame(ida);
      await expect(change(ida)).toContainText('too short to count');
      await expectLooksRight(ida, size, 'rated-end');
      await ida.context().close();
    });

    test('the list of ratings looks right, and goes on', async ({ page, site }) => {
      await stageRatings(page);
      await stageRatingList(page);
      await page.goto(`${site.url}/games#ratings`);
      await expect(list(page).getByRole('row')).toHaveCount(101);
      const own = list(page).getByRole('row', { name: /\(You\)/ });
      await expect(own).toContainText('1850 to 2280 points');
      await expect(list(page).getByRole('row', { name: /Mira/ }).first()).toContainText(
        'one of several with a name like this',
      );
      await expectLooksRight(page, size, 'rating-list');
      await list(page).getByRole('button', { name: 'Show more' }).click();
      await expect(list(page).getByRole('row')).toHaveCount(121);
      await list(page).getByRole('radio', { name: '5–6' }).check();
      await expect(list(page)).toContainText('Nobody is in this list yet.');
    });

    test('ratings over time look right', async ({ page, site }) => {
      await stageResults(page);
      await stageRatings(page);
      await page.goto(`${site.url}/games`);
      const rating = page.getByRole('region', { name: 'Rating with 3 or 4 players' });
      await expect(rating.getByRole('img', { name: /^26 rated games/ })).toBeVisible();
      await rating.getByText('As a table').click();
      await expect(rating.getByRole('row')).toHaveCount(27);
      await rating.getByText('As a table').click();
      await expectLooksRight(page, size, 'ratings-over-time');
    });
  });
}
