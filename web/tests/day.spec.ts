import type { BrowserContextOptions, Page } from '@playwright/test';

import { untilKept } from './support/alone';
import { expectAccessible, expectFits } from './support/checks';
import { picture } from './support/pictures';
import { Server } from './support/server';
import { expect, inBothViews, SIZES, test } from './support/test';

const MONDAY = '2026-11-23';
const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** What is asked, and what came of it. */
const panel = (page: Page) => page.getByRole('region', { name: 'Island of the day' });

/** Answers with the first of what can be answered, by pointer or by key. */
async function answer(page: Page, by: 'key' | 'pointer'): Promise<void> {
  const lit = page.locator('[data-pick], [data-choice]').first();
  await expect(lit).toBeVisible();
  const choose = () => (by === 'key' ? lit.press('Enter') : lit.click());
  await choose();
  // Under a finger, the second touch chooses a place.
  if (await page.getByText('Tap it again to choose it').isVisible()) await choose();
  await expect(panel(page)).toContainText(/of [2-6]/);
}

inBothViews(() => {
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
    await expect(page.locator('[data-pick], [data-choice]').first()).toBeVisible();
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
  await page.getByLabel('Kind of question').selectOption('Robber');
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
    await expect(log).toContainText('Hex A1, fields, 9');
    await type('2');
    await expect(panel(page)).toContainText(/of 5, 1-day streak/);
    await expect(log).toContainText('Best: ');
    await type('why');
    await expect(log).toContainText(/1: Settlement on .+ to win\. .+ in 36 rolls/);
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

for (const [name, size] of Object.entries({
  ...SIZES,
  small: { ...SIZES.phone, viewport: { width: 360, height: 640 } },
})) {
  test.describe(`on a ${name} screen`, () => {
    test.use(size);

    for (const [day, kind] of [
      ['2026-11-23', 'corner'],
      ['2026-11-26', 'offer'],
      ['2026-11-27', 'robber'],
    ] as const) {
      test(`a question with a ${kind} fits, and its answer`, async ({ page, home }) => {
        const where = `day-${kind}-${name}`;
        await page.clock.install({ time: '2026-11-28T12:00:00' });
        await page.goto(`${home}/day/${day}`);
        const lit = page.locator('[data-pick], [data-choice]');
        await expect(lit.first()).toBeVisible();
        await picture(page, `${where}-asked`);
        for (const each of await lit.all()) {
          await each.scrollIntoViewIfNeeded();
          await expect(each).toBeInViewport();
        }
        await expectFits(page, where);
        await expectAccessible(page, where);
        await answer(page, 'key');
        await picture(page, `${where}-answered`);
        await expectFits(page, where);
        await expectAccessible(page, where);
      });
    }
  });
}
