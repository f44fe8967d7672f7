import type { BrowserContextOptions, Page } from '@playwright/test';

import { untilKept } from './support/alone';
import { expectAccessible, expectFits } from './support/checks';
import { LONG } from './support/long';
import { picture } from './support/pictures';
import { Server } from './support/server';
import { expect, inEitherView, SIZES, test } from './support/test';

const MONDAY = '2026-11-23';
const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** What is asked, and what came of it. */
const panel = (page: Page) => page.getByRole('region', { name: 'Island of the day' });

/** What can be answered: places on the board, and what is listed. */
const lit = (page: Page) => page.locator('[data-pick], [data-choice]');

/** Answers with the first of what can be answered, by pointer or by key. */
async function answer(page: Page, by: 'key' | 'pointer'): Promise<void> {
  const first = lit(page).first();
  await expect(first).toBeVisible();
  const choose = () => (by === 'key' ? first.press('Enter') : first.click());
  const isPlace = (await first.getAttribute('data-pick')) !== null;
  await choose();
  // What stands on the board is meant twice: it cannot be taken back.
  if (isPlace) {
    await expect(first).toHaveAttribute('aria-pressed', 'true');
    await choose();
  }
  await expect(own(page)).toHaveCount(1);
}

/** All answers with their worth, and the reader's own among them. */
const rows = (page: Page) => panel(page).locator('ol button[aria-pressed]');
const own = (page: Page) => panel(page).locator('ol button[aria-current=true]');
/** What speaks for an answer. */
const reason = (page: Page) => panel(page).locator('.why');

inEitherView('text', () => {
  test('a week of days is answered over seven midnights, each counted', async ({
    page,
    home,
    view,
  }) => {
    await page.clock.install({ time: `${MONDAY}T22:30:00` });
    await page.goto(`${home}/day`);
    for (const [index, weekday] of WEEK.entries()) {
      await expect(panel(page)).toContainText(weekday);
      if (view === 'board') await picture(page, `day-${index + 1}-asked`);
      await answer(page, index % 2 ? 'key' : 'pointer');
      // The line that is shared tells the length of the streak.
      await expect(panel(page)).toContainText(`, ${index + 1}-day streak`);
      if (view === 'board') await picture(page, `day-${index + 1}-answered`);
      await page.clock.fastForward('24:00:00');
    }
    await expect(panel(page)).toContainText('Monday');
    await expect(panel(page)).toContainText('7-day streak');
  });
});

test('it is the same question everywhere on a date, and the date is that of the reader', async ({
  browser,
  home,
}) => {
  const seen = async (options: BrowserContextOptions, path: string) => {
    const context = await browser.newContext({ locale: 'en-GB', ...options });
    const page = await context.newPage();
    await page.clock.install({ time: new Date('2026-11-27T10:30:00Z') });
    await page.goto(`${home}${path}`);
    await expect(lit(page).first()).toBeVisible();
    const text = await panel(page).innerText();
    const choices = await page.locator('[data-choice]').allInnerTexts();
    const board = await page.locator('[data-region=board]').innerText();
    await context.close();
    return { text, question: { choices, board } };
  };
  const east = await seen({ timezoneId: 'Pacific/Kiritimati' }, '/day');
  const west = await seen({ timezoneId: 'Pacific/Pago_Pago' }, '/day');
  expect(east.text).toContain('Saturday 28 November');
  expect(west.text).toContain('Thursday 26 November');
  const elsewhere = await seen({ timezoneId: 'Europe/Berlin' }, '/day/2026-11-26');
  expect(elsewhere.question).toEqual(west.question);
});

test('an answer is kept, cannot be given again, and one that is late makes no streak', async ({
  page,
  home,
}) => {
  await page.clock.install({ time: `${MONDAY}T12:00:00` });
  await page.goto(`${home}/day`);
  await answer(page, 'pointer');
  const told = await panel(page).innerText();
  await page.reload();
  await expect(page.locator('[data-pick]')).toHaveCount(0);
  expect(await panel(page).innerText()).toBe(told);

  await page.getByRole('link', { name: 'Previous day' }).click();
  await expect(panel(page)).toContainText('Sunday');
  await answer(page, 'pointer');
  await expect(panel(page)).toContainText('1-day streak');

  // All are listed, by kind as well, and none that is still to come.
  await page.getByRole('link', { name: 'All islands' }).click();
  const list = page.getByRole('main').getByRole('listitem');
  await expect(list.first()).toContainText('of ');
  await expect(list.nth(2)).toContainText('Answer');
  await page.getByRole('radio', { name: /^Robber/ }).check({ force: true });
  await expect(list).toHaveCount(12);
  await expect(list.first()).toContainText('Friday 20 November');
  await page.goto(`${home}/day/2026-11-24`);
  await expect(page.getByText('This island is still to come.')).toBeVisible();
});

test.describe('in words', () => {
  test.use({ view: 'text' });

  test('a day is answered by what is typed, and the reasons are told', async ({ page, home }) => {
    await page.clock.install({ time: `${MONDAY}T12:00:00` });
    await page.goto(`${home}/day`);
    const field = page.getByRole('combobox', { name: 'Type a command' });
    const log = page.getByRole('log', { name: 'What was typed and said' });
    const type = async (line: string) => {
      await field.fill(line);
      await field.press('Enter');
    };
    await type('why');
    await expect(log).toContainText('Answer first.');
    await type('choose 9');
    await expect(log).toContainText('Choice 9 cannot be chosen.');
    await type('board');
    await expect(log).toContainText(/Hex A1, \w+, \d+/);
    await type('2');
    await expect(panel(page)).toContainText(/of \d, 1-day streak/);
    await expect(log).toContainText('Best: ');
    await type('why');
    await expect(log).toContainText(/Settlement on .+: best, \d+% to win.*\. .+ instead of /);
    await expectAccessible(page, 'a day in words');
    await type('next');
    await expect(log).toContainText('There is no further question.');
    await type('back');
    await expect(panel(page)).toContainText('Sunday');
  });
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('days are asked, and the streak outlives a new start of the page', async ({ page }) => {
    const server = await Server.start();
    await page.clock.install({ time: `${MONDAY}T12:00:00` });
    await page.goto(`${server.url}/day`);
    await answer(page, 'pointer');
    await untilKept(page);
    await server.stop();
    await page.clock.fastForward('24:00:00');
    await page.goto(`${server.url}/day`);
    await expect(panel(page)).toContainText('Tuesday');
    await answer(page, 'pointer');
    await expect(panel(page)).toContainText('2-day streak');
    await page.goto(server.url);
    const card = page.getByRole('region', { name: 'Island of the day' });
    await expect(card).toContainText('Tomorrow: Road');
  });
});

test('a place is chosen twice, by pointer or by key, and may be let go in between', async ({
  page,
  home,
}) => {
  await page.clock.install({ time: `${MONDAY}T12:00:00` });
  await page.goto(`${home}/day`);
  const [first, second] = [lit(page).nth(0), lit(page).nth(1)];
  await first.click();
  await expect(page.locator('.pill')).toHaveText('Click it again to choose it');
  await expect(page.locator('[data-voice=polite]')).toContainText('Click it again to choose it');
  await second.click();
  await expect(second).toHaveAttribute('aria-pressed', 'true');
  await expect(first).toHaveAttribute('aria-pressed', 'false');
  await second.press('Escape');
  await expect(second).toHaveAttribute('aria-pressed', 'false');
  await second.press('Enter');
  await expect(rows(page)).toHaveCount(0);
  await second.press('Enter');
  await expect(own(page)).toHaveCount(1);
});

test('every answer can be looked at afterwards: its piece on the board, and why', async ({
  page,
  home,
}) => {
  await page.clock.install({ time: `${MONDAY}T12:00:00` });
  await page.goto(`${home}/day`);
  await answer(page, 'pointer');
  const ghost = page.locator('[data-region=board] g.plan');
  await expect(ghost).toHaveCount(0);
  await expect(rows(page).first()).toBeVisible();
  for (let index = 0; index < (await rows(page).count()); index += 1) {
    await rows(page).nth(index).press('Enter');
    await expect(ghost).toHaveCount(1);
    await expect(reason(page)).toHaveText(
      /With .+, over the next three rounds: .+ instead of .+\./,
    );
  }
  // What others cost is told, and only the best and what is as good has gold.
  await expect(rows(page).first()).toContainText(/: best, \d+% to win/);
  await expect(rows(page).last()).toContainText(/: costs \d+ points?, \d+% to win/);
  await expect(rows(page).last().locator('.medal')).toHaveCount(0);
});

test('of oneself it is not said that a bot plays', async ({ page, home }) => {
  await page.goto(`${home}/day/2026-11-26`);
  const players = page.getByRole('region', { name: 'Players' });
  await expect(players.getByRole('button', { name: /, you/ })).toHaveCount(1);
  await expect(players).not.toContainText('bot');
});

/** A day of each kind, in the order of the week. */
const KINDS = {
  '2026-11-23': 'first settlement',
  '2026-11-24': 'second settlement',
  '2026-11-25': 'road',
  '2026-11-26': 'trade',
  '2026-11-27': 'robber',
  '2026-11-28': 'cards',
  '2026-11-29': 'last points',
} as const;

for (const [name, size] of Object.entries({
  desktop: SIZES.desktop,
  small: { ...SIZES.phone, viewport: { width: 360, height: 640 } },
  side: { ...SIZES.phone, viewport: { width: 844, height: 390 } },
  // What a smaller one holds, it holds.
  ...(LONG && { phone: SIZES.phone }),
})) {
  /** Whether all can use what is in sight; it is the same on its side. */
  const expectUsable = async (page: Page, where: string) => {
    await expectFits(page, where);
    if (LONG || name === 'small') await expectAccessible(page, where);
  };

  test.describe(`on a ${name} screen`, () => {
    test.use(size);

    for (const [day, kind] of Object.entries(KINDS)) {
      test(`all of a question is in sight, and all of its answer: ${kind}`, async ({
        page,
        home,
      }) => {
        const where = `day-${kind.replace(' ', '-')}-${name}`;
        await page.clock.install({ time: '2026-11-29T12:00:00' });
        await page.goto(`${home}/day/${day}`);
        await expect(lit(page).first()).toBeVisible();
        await picture(page, `${where}-asked`);
        // What can be touched round a place at the coast may reach over the edge of the window.
        for (const each of await lit(page).all()) await expect(each).toBeInViewport({ ratio: 0.9 });
        await expectUsable(page, where);
        await answer(page, 'key');
        await picture(page, `${where}-answered`);
        for (const each of await rows(page).all()) {
          await expect(each).toBeInViewport({ ratio: 0.95 });
        }
        await expect(own(page)).toBeInViewport({ ratio: 0.95 });
        await expect(reason(page)).toBeInViewport({ ratio: 0.95 });
        await expectUsable(page, where);
      });
    }
  });
}
