import type { Locator, Page } from '@playwright/test';

import { complaints, startShortGame, untilKept } from './support/alone';
import { SCENES } from './support/lessons';
import { Person } from './support/person';
import { StaticSite } from './support/static-site';
import { expect, test } from './support/test';

test.use({ serviceWorkers: 'allow' });

test('a site without a server plays under any path, asks for nothing else, and says so', async ({
  page,
}) => {
  const site = await StaticSite.start('/games/brickwood/');
  const errors = complaints(page);
  await page.goto(site.url);
  await expect(page.getByText('This site has no server')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play with friends' })).toBeHidden();

  await startShortGame(page, 5);
  const table = page.url();
  expect(table).toContain('/games/brickwood/?/t/~');
  const person = new Person(page);
  await person.playUntil(() => (person.done.get('end_turn') ?? 0) >= 2);

  // The address leads back, and so do the links.
  await page.reload();
  await expect(page).toHaveURL(table);
  await expect(page.locator('.pill')).toBeVisible();
  await page.goto(`${site.url}?/rules#BLD-09`);
  await expect(page.locator('#BLD-09')).toBeInViewport();
  await page.getByRole('link', { name: 'Brickwood' }).first().click();
  await expect(page).toHaveURL(site.url);
  const set = await page.getByRole('link', { name: 'Set up a game' }).getAttribute('href');
  expect(set).toBe('./?/new');

  // Islands are judged and laid in the browser as well, and their links lead back here.
  await page.goto(`${site.url}?/editor#B6??/????/?????/????/???`);
  await expect(page.getByText(/^Still to draw: 18 hexes/)).toBeVisible();
  await page.getByRole('button', { name: 'Fill the rest' }).click();
  await expect(page.getByText('This island can be played.')).toBeVisible();
  await expect(page).toHaveURL(/\/games\/brickwood\/\?\/editor#B6[A-Z]/);
  await page.getByRole('button', { name: 'Play on this island' }).click();
  await expect(page).toHaveURL(/\/games\/brickwood\/\?\/new&board=B6/);
  await expect(page.getByLabel('Text of the board')).toHaveValue(/^B6/);

  expect(site.missing).toEqual([]);
  expect(errors).toEqual([]);
  await site.stop();
});

test('lessons are taken on a site without a server, and a first game follows', async ({ page }) => {
  const site = await StaticSite.start('/games/brickwood/');
  const errors = complaints(page);
  await page.goto(site.url);
  await page.getByRole('link', { name: 'Learn in five minutes' }).click();
  await expect(page).toHaveURL(`${site.url}?/learn/1`);
  await page.getByRole('button', { name: /^B4 south/ }).press('Enter');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(`${site.url}?/learn/2`);
  await page.getByRole('link', { name: `Scene ${SCENES}` }).click();
  await page.getByRole('button', { name: /^D1 south-west/ }).press('Enter');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.locator('.pill')).toBeVisible();
  expect(page.url()).toContain('/games/brickwood/?/t/~');
  // The coach of a first game has come by itself.
  await expect(page.getByRole('button', { name: 'Coach', exact: true })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  expect(site.missing).toEqual([]);
  expect(errors).toEqual([]);
  await site.stop();
});

test('people share a device on a site without a server', async ({ page }) => {
  const site = await StaticSite.start('/');
  await page.goto(site.url);
  await page.getByRole('link', { name: /Same device/ }).click();
  await page.getByRole('button', { name: 'Start the game' }).click();
  const person = new Person(page);
  await person.playUntil(() => (person.done.get('take the device') ?? 0) >= 2);
  await site.stop();
});

test('a new version of the page leaves a game in peace, and is offered at home', async ({
  page,
  context,
}) => {
  const site = await StaticSite.start('/');
  await page.goto(site.url);
  await untilKept(page);
  await startShortGame(page, 5);
  const table = page.url();
  let loads = 0;
  page.on('load', () => loads++);

  const other = await context.newPage();
  const ready = await comeHomeToNewVersion(other, site);

  await page.bringToFront();
  const person = new Person(page);
  await person.playUntil(() => (person.done.get('end_turn') ?? 0) >= 1);
  expect(loads).toBe(0);
  expect(page.url()).toBe(table);
  // What the page loads only now is still there, though the version is not the newest.
  await page.getByRole('tab', { name: 'Chat' }).click();
  await expect(page.getByRole('tabpanel')).toBeVisible();
  await other.bringToFront();
  await other.getByRole('button', { name: 'Load it' }).click();
  await expect(ready).toBeHidden();
  await site.stop();
});

test('days in a row are kept over a new version of the page', async ({ page }) => {
  const site = await StaticSite.start('/');
  await page.goto(site.url);
  await untilKept(page);
  await page.getByRole('region', { name: 'Island of the day' }).getByText('Answer').click();
  const island = page.getByRole('region', { name: 'Island of the day' });
  const answer = page.locator('[data-pick], [data-choice]').first();
  const isPlace = (await answer.getAttribute('data-pick')) !== null;
  await answer.press('Enter');
  if (isPlace) {
    // What stands on the board is meant twice.
    await expect(answer).toHaveAttribute('aria-pressed', 'true');
    await answer.press('Enter');
  }
  await expect(island).toContainText('1-day streak');

  const ready = await comeHomeToNewVersion(page, site);
  await page.getByRole('button', { name: 'Load it' }).click();
  await expect(ready).toBeHidden();
  await expect(island).toContainText('1-day streak');
  await expect(island).toContainText('Tomorrow');
  await site.stop();
});

/**
 * Puts a new version on the site while its visitor is not on the home page, which looks for one when it is opened
 * again. Returns the note about it.
 */
async function comeHomeToNewVersion(page: Page, site: StaticSite): Promise<Locator> {
  await page.goto(site.url);
  await page.getByRole('link', { name: 'Set up a game' }).click();
  // The search that the home began would otherwise answer with the version before, also for the next search.
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((it) => it?.update()));
  site.changed.set('sw.js', `${await site.read('sw.js')}\n// Another version.`);
  await page.goBack();
  const ready = page.getByText('A new version of Brickwood is ready.');
  // It installs all files of the page.
  await expect(ready).toBeVisible({ timeout: 60_000 });
  return ready;
}
