import type { Page } from '@playwright/test';

import { startShortGame } from './support/alone';
import { expectAccessible, expectFits } from './support/checks';
import { MOST_SHIFT, watchShifts, type Shift } from './support/first-screen';
import { drawn, expectLaws, LEGIBLE, REACHABLE, WHOLE } from './support/laws';
import { SCENES } from './support/lessons';
import { Person } from './support/person';
import { expect, test } from './support/test';

const WINDOW = { width: 360, height: 640 };
test.use({ viewport: WINDOW, hasTouch: true, isMobile: true });

/** A Monday, whose question is asked on the board. */
const EVENING = '2026-11-23T20:00:00';
/** What is played moves the words about it: `layout.spec.ts` allows as much. */
const MOST_SHIFT_IN_PLAY = 0.1;

/** Where something stands on the page, and how far that is scrolled. */
interface Place {
  readonly top: number;
  readonly bottom: number;
  readonly scrolled: number;
}

declare global {
  interface Window {
    /** Where *Play now* has stood in this visit to the home page; null for frames without it. */
    places?: (Place | null)[];
    shifts?: Shift[];
    /** From when on nothing may move. */
    stillSince?: number;
  }
}

const playNow = (page: Page) => page.getByRole('button', { name: 'Play now' });
const learn = (page: Page) => page.getByRole('link', { name: 'Learn in five minutes' });
const island = (page: Page) => page.getByRole('region', { name: 'Island of the day' });
const myGames = (page: Page) => page.getByRole('region', { name: 'My games' });
const lit = (page: Page) => page.locator('[data-pick], [data-choice]').first();

/** Looks for *Play now* in every frame of the home page, from the first that shows anything of it. */
async function watchPlayNow(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const places: (Place | null)[] = [];
    window.places = places;
    const look = () => {
      requestAnimationFrame(look);
      if (location.pathname !== '/') places.length = 0;
      else if (document.querySelector('main h1')) {
        const box = document.querySelector('form.play [type=submit]')?.getBoundingClientRect();
        const scrolled = scrollY;
        const place = box
          ? { top: box.top + scrolled, bottom: box.bottom + scrolled, scrolled }
          : null;
        if (places.length === 0) requestAnimationFrame((now) => (window.stillSince = now));
        if (JSON.stringify(places.at(-1)) !== JSON.stringify(place)) places.push(place);
      }
    };
    requestAnimationFrame(look);
  });
}

/** How far things have moved by themselves since this was asked last, move by move. */
async function shiftsSince(page: Page): Promise<number[]> {
  await drawn(page);
  return page.evaluate(() => {
    const { shifts = [], stillSince = 0 } = window;
    return shifts.splice(0).flatMap(({ value, at }) => (at < stillSince ? [] : [value]));
  });
}

/** Little has moved by itself since the step before. */
async function expectMoved(page: Page, where: string, most: number): Promise<void> {
  const shifts = await shiftsSince(page);
  expect(
    shifts.reduce((sum, one) => sum + one, 0),
    where,
  ).toBeLessThan(most);
}

/**
 * What was asked for is there, and does not move any more, as far as anybody could see. What has moved to get there was
 * asked for, too: a browser says so for half a second, and a busy machine takes longer.
 */
async function expectStill(page: Page, where: string): Promise<void> {
  await page.evaluate(() => (window.stillSince = performance.now()));
  await drawn(page);
  await expectMoved(page, where, MOST_SHIFT);
}

/** Everything of the home page has come, *Play now* was in the window from the first frame on, and nothing has moved. */
async function expectHome(page: Page, where: string): Promise<void> {
  await expect(playNow(page)).toBeInViewport({ ratio: 1 });
  await expect(island(page)).toBeAttached();
  await expect(page.locator('main .art svg').first()).toBeAttached();
  await expect(page.getByRole('heading', { name: 'How it works' })).toBeAttached();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await expectMoved(page, where, MOST_SHIFT);
  const places = await page.evaluate(() => window.places ?? []);
  expect(places, where).toHaveLength(1);
  expect(places[0]?.scrolled, where).toBe(0);
  expect(places[0]?.top, where).toBeGreaterThan(0);
  expect(places[0]?.bottom, where).toBeLessThanOrEqual(WINDOW.height);
  await expectFits(page, where);
}

/** Plays all lessons as somebody does who knows nothing yet: whatever is lit first is chosen. */
async function takeLessons(page: Page): Promise<void> {
  for (let scene = 1; scene <= SCENES; scene += 1) {
    const where = `scene ${scene} of ${SCENES}`;
    await expect(page.getByRole('region', { name: `Scene ${scene} of ${SCENES}` })).toBeVisible();
    await lit(page).tap();
    const next = page.getByRole('button', { name: /^(Next|End turn)$/ });
    await expect(next).toBeInViewport({ ratio: 1 });
    await expectStill(page, where);
    await expectFits(page, where);
    await next.tap();
  }
  await expect(page.getByRole('heading', { name: 'You know the game' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeInViewport({
    ratio: 1,
  });
  await expectStill(page, 'the end of the lessons');
}

/** The result is told, in the window, and every way on can be reached. */
async function expectResult(page: Page): Promise<void> {
  const sheet = page.getByRole('region', { name: /wins?\b/ });
  const title = sheet.getByRole('heading', { level: 2 });
  await expect(title).toBeInViewport({ ratio: 1 });
  await expect(title).toHaveText(/^(You win!?|\w+ wins) after \d+ turns?$/);
  const told = (await title.innerText()).startsWith('You')
    ? 'Your first win. Congratulations!'
    : /So close: |Well played! You came second|You came \d/;
  await expect(sheet).toContainText(told);
  await expect(sheet.getByRole('listitem').filter({ hasText: 'Robin' })).toContainText('(you)');
  for (const way of ['Rematch', 'Replay and analysis', 'Share', 'New game', 'Home']) {
    const button = sheet.locator('.ways').getByText(way, { exact: true });
    await button.evaluate((node) => node.scrollIntoView({ block: 'center' }));
    await expect(button).toBeInViewport({ ratio: 1 });
  }
  await expectLaws(page, 'the end', WHOLE, LEGIBLE, REACHABLE);
  await expectFits(page, 'the end');
}

test('a newcomer learns, plays a first game and answers the island of the day, and Play now never leaves the window or moves', async ({
  page,
  home,
}) => {
  // The timers go on: only the date is fixed.
  await page.clock.setFixedTime(EVENING);
  await watchShifts(page);
  await watchPlayNow(page);

  await page.goto(home);
  await expectHome(page, 'the first visit');
  const buttons = page.locator('form.play .button');
  await expect(buttons.nth(1)).toHaveText('Play now');
  await expect(buttons.nth(2)).toHaveText('Learn in five minutes');
  await expect(learn(page)).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, 'home');

  await learn(page).tap();
  await takeLessons(page);
  await expectAccessible(page, 'the end of the lessons');
  await page.getByRole('link', { name: 'Leave the lessons' }).tap();
  await expectHome(page, 'home after the lessons');

  await page.getByRole('radio', { name: 'Easy' }).check();
  await startShortGame(page, 3);
  const table = page.url();
  await expectMoved(page, 'a table is opened', MOST_SHIFT_IN_PLAY);
  await expectAccessible(page, 'table');
  const person = new Person(page);
  await person.playUntil(() => (person.done.get('road') ?? 0) > 0);
  await page.getByRole('button', { name: 'Menu' }).tap();
  await page.getByRole('dialog').getByRole('link', { name: 'Home' }).tap();
  await expect(myGames(page).getByRole('link')).toContainText('Robin');
  await expectHome(page, 'home in the middle of a game');
  await expect(learn(page)).not.toHaveClass(/button/);
  await myGames(page).getByRole('link').tap();
  await expect(page).toHaveURL(table);

  await person.playToTheEnd();
  await expectResult(page);
  expect(Math.max(0, ...(await shiftsSince(page)))).toBeLessThan(MOST_SHIFT_IN_PLAY);
  await expectAccessible(page, 'the end');

  // No room is kept for a game that is over, whether the page is opened anew or gone back to.
  const finished = page.getByRole('region', { name: 'Finished games' }).getByRole('link');
  await page.goto(home);
  await expect(finished).toContainText(/Robin.* won/s);
  await expectHome(page, 'home, opened anew');
  await page.goBack();
  await page.locator('.sheet').getByRole('link', { name: 'Home' }).tap();
  await expect(finished).toHaveCount(1);
  await expectHome(page, 'home after the game');
  await expect(page.locator('.resume')).toHaveCount(0);

  await island(page).getByRole('link', { name: 'Answer' }).tap();
  await expect(page).toHaveURL(`${home}/day`);
  await expect(lit(page)).toBeVisible();
  await expectStill(page, 'the island of the day');
  // The first touch of a place shows where it is, and the second chooses it.
  await lit(page).tap();
  await page.getByText('Tap it again to choose it').first().waitFor();
  await lit(page).tap();
  await expect(island(page)).toContainText(/of [2-6], 1-day streak/);
  await expectMoved(page, 'the answer', MOST_SHIFT_IN_PLAY);
  await expectFits(page, 'the answer');
  await expectAccessible(page, 'the answer');
  await page.getByRole('link', { name: 'Home', exact: true }).tap();
  await expectHome(page, 'home at the end of the evening');
  await expect(island(page)).toContainText('Tomorrow: ');
  await expect(island(page)).toContainText('1-day streak');
  await expect(island(page).getByRole('link', { name: 'Answer' })).toHaveCount(0);
});
