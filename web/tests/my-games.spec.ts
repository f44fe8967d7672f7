import type { Page } from '@playwright/test';

import { expectLooksRight } from './support/checks';
import { linkOf, openTable, reachedAt, sitDown, stranger } from './support/lobby';
import { Person } from './support/person';
import { stageResults } from './support/results';
import { expect, inEitherView, SIZES, test } from './support/test';

/** All play until the game is over. */
async function playOut(...pages: Page[]): Promise<void> {
  await Promise.all(pages.map((page) => new Person(page).playToTheEnd()));
}

const results = (page: Page) => page.getByRole('region', { name: 'Results' });
const choice = (page: Page) => page.getByRole('group', { name: 'What others may see' });
/** What is shown of the player of the second seat. */
const shown = (page: Page) => page.locator('[data-seat="1"] [data-profile]');

/** Opens the page again until so many games are counted there: that takes some seconds after each. */
async function openCounted(page: Page, home: string, games: number): Promise<void> {
  await expect(async () => {
    await page.goto(`${home}/games`);
    await expect(results(page).getByRole('listitem')).toHaveCount(games, { timeout: 3000 });
  }).toPass({ timeout: 60_000 });
}

test('two people find the games that they have played, and see of each other what each allows', async ({
  page,
  home,
  browser,
}) => {
  test.setTimeout(240_000);
  const robin = page;
  await reachedAt(robin, home);
  const ida = await stranger(browser, { reducedMotion: 'reduce' });
  await openTable(robin, home, { name: 'Robin', seats: ['human'], points: 3 });
  await ida.goto(await linkOf(robin));
  await sitDown(ida, 'Ida');
  await playOut(robin, ida);
  await robin.getByRole('link', { name: 'All my games' }).click();
  await expect(robin).toHaveURL(`${home}/games`);
  await openCounted(robin, home, 1);
  await expect(results(robin)).toContainText(/of 3 points with Ida/);
  await expect(robin.getByText('Our games')).toHaveCount(0);
  // Nobody has to wait for anything that is not known yet.
  await expect(robin.getByRole('heading', { name: 'Points by source' })).toBeVisible();
  await results(robin).getByRole('link', { name: 'Replay' }).click();
  await expect(robin.getByRole('slider', { name: 'Step' })).toBeVisible();

  // At the next table nobody shows anything, before it begins and after.
  await openTable(robin, home, { name: 'Robin', seats: ['human'], points: 3, start: 'host' });
  const waiting = await linkOf(robin);
  await ida.goto(waiting);
  await sitDown(ida, 'Ida');
  const name = robin.getByRole('button', { name: 'Ida', exact: true });
  await name.click();
  await expect(robin.locator('[data-profile]')).toHaveText('Shows nothing about past games.');
  await name.click();

  await openCounted(ida, home, 1);
  await expect(choice(ida).getByRole('checkbox', { checked: true })).toHaveCount(0);
  await choice(ida).getByLabel('How many games I have won').check();
  await expect(choice(ida)).toContainText('Saved.');
  await name.click();
  await expect(robin.locator('[data-profile]')).toHaveText(
    /^\s*[01] of 1 game won \(chance alone: 50%\)\s*$/,
  );

  // The choice is kept, and holds at the table as well.
  await ida.goto(waiting);
  await robin.getByRole('button', { name: 'Start the game' }).click();
  const seat = robin.locator('[data-seat="1"]').getByRole('button').first();
  await expect(seat).toBeVisible();
  await seat.click();
  await expect(shown(robin)).toContainText('of 1 game won');
  await robin.keyboard.press('Escape');
  await playOut(robin, ida);
  await openCounted(robin, home, 2);
  const ours = robin.getByRole('region', { name: 'Our games' });
  await expect(ours).toContainText('2 games together');
  await expect(ours).toContainText(/You: \d wins?.*Ida: \d wins?/);
  // The home page leads there.
  await robin.goto(home);
  await robin.getByRole('link', { name: 'All my games' }).click();
  await expect(results(robin).getByRole('listitem')).toHaveCount(2);
  await ida.context().close();
});

inEitherView('board', () => {
  test('whoever has finished nothing is invited to play', async ({ page, home }) => {
    await page.goto(`${home}/games`);
    await expect(page.getByText('No finished games yet.')).toBeVisible();
    await expect(choice(page)).toBeVisible();
    await page.getByRole('link', { name: 'Play a game' }).click();
    await expect(page).toHaveURL(`${home}/`);
  });

  test('where the site keeps no results, there is no such page', async ({ page, home }) => {
    await page.route('**/api/site', async (route) => {
      const answer = await route.fetch();
      const site = (await answer.json()) as { features: object };
      await route.fulfill({ json: { ...site, features: { ...site.features, my_games: false } } });
    });
    await page.goto(`${home}/games`);
    await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
  });
});

test('the text view has the figures as tables', async ({ page, home }) => {
  await page.addInitScript(() => {
    localStorage.setItem('brickwood.settings', '{"view":"text"}');
  });
  await stageResults(page);
  await page.goto(`${home}/games`);
  const dice = page.getByRole('region', { name: 'Dice' });
  await expect(dice.getByRole('row', { name: /^7 322 307.5$/ })).toBeVisible();
  await expect(page.locator('main').getByRole('img')).toHaveCount(0);
});

for (const [size, device] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use(device);

    test('many games are listed by kind, and add up', async ({ page, home }) => {
      await stageResults(page);
      await page.addInitScript(() => {
        localStorage.setItem('brickwood-notes-staged-game-1', '{"12":"Too early","40":"Luck"}');
      });
      await page.goto(`${home}/games`);
      await expect(results(page).getByRole('listitem')).toHaveCount(20);
      await expect(results(page).getByRole('link', { name: '2 notes' })).toHaveCount(1);
      await expect(results(page)).toContainText('a former player');
      await expectLooksRight(page, size, 'my-games', { fullPage: true });
      await page.getByRole('button', { name: 'More games' }).click();
      await expect(results(page).getByRole('listitem')).toHaveCount(31);
      await expect(page.getByRole('button', { name: 'More games' })).toHaveCount(0);
      await page.getByLabel('Players', { exact: true }).selectOption('4 players');
      await expect(results(page).getByRole('listitem')).toHaveCount(11);
      await expect(page.getByText('chance alone: 25%')).toBeVisible();
      await page.getByLabel('Rules', { exact: true }).selectOption('German classic');
      await expect(results(page).getByRole('listitem')).toHaveCount(2);
    });

    test('the page of somebody who has finished nothing looks right', async ({ page, home }) => {
      await page.goto(`${home}/games`);
      await expect(page.getByText('No finished games yet.')).toBeVisible();
      await expectLooksRight(page, size, 'my-games-none');
    });
  });
}
