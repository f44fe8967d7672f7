import type { Page } from '@playwright/test';

import { expectFits } from './support/checks';
import { answerFirst } from './support/islands';
import { Person } from './support/person';
import { picture } from './support/pictures';
import { expect, SIZES, test } from './support/test';

test.use(SIZES.phone);

const MONDAY = '2026-11-23';
const SCENES = 11;

const lit = (page: Page) => page.locator('[data-pick], [data-choice]').first();
const mistakes = (page: Page) => page.getByRole('region', { name: 'Learn from my mistakes' });
/** The days of the archive. */
const days = (page: Page) => page.getByRole('main').locator('ol').getByRole('link');

async function takeLessons(page: Page): Promise<void> {
  for (let scene = 1; scene <= SCENES; scene += 1) {
    await expect(page.getByRole('region', { name: `Scene ${scene} of ${SCENES}` })).toBeVisible();
    await lit(page).tap();
    await page.getByRole('button', { name: /^(Next|End turn)$/ }).tap();
  }
  await expect(page.getByRole('heading', { name: 'You know the game' })).toBeVisible();
}

test('a newcomer learns, plays, looks at mistakes, answers a week of islands, and repeats what was missed', async ({
  page,
  home,
}) => {
  test.setTimeout(180_000);
  await page.goto(`${home}/learn`);
  await takeLessons(page);

  // A game that is short, and not begun well.
  await page.goto(`${home}/new`);
  await page.getByRole('radio', { name: '2', exact: true }).check();
  await page.getByLabel('Points to win').fill('3');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.locator('.pill')).toHaveText('Place your first settlement');
  await lit(page).click({ force: true });
  await new Person(page).playToTheEnd();
  const look = mistakes(page).getByRole('link', { name: 'Have a look' });
  await expect(look).toBeVisible({ timeout: 60_000 });
  await look.click();
  await expect(mistakes(page)).toContainText('What is better?');

  // Seven evenings.
  await page.clock.install({ time: `${MONDAY}T20:00:00` });
  await page.goto(`${home}/day`);
  for (let evening = 1; evening <= 7; evening += 1) {
    await answerFirst(page);
    await page.clock.fastForward('24:00:00');
  }

  // On the eighth, what was missed waits.
  await page.goto(`${home}/days`);
  await expect(page.getByText(/^This week: /)).toHaveCount(0);
  await expect(page.getByRole('radio', { name: /^All kinds/ })).toBeChecked();
  const answered = await days(page)
    .filter({ hasText: /of [2-6]|Once more/ })
    .count();
  expect(answered).toBe(7);
  const missed = await days(page).filter({ hasText: 'Once more' }).count();
  expect(missed).toBeGreaterThan(0);
  await expect(page.getByText(`To repeat today: ${missed}`)).toBeVisible();
  await expect(page.getByRole('main')).toContainText(new RegExp(`7 of 92, ${7 - missed} best`));
  await expectFits(page, 'the archive');
  await picture(page, 'week-archive');

  await page.getByText(`To repeat today: ${missed}`).click();
  await expect(page.locator('.pill')).toContainText('Once more');
  await answerFirst(page);
  // The first answer is the one that is shared.
  await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0);
  await page.goto(`${home}/days`);
  const left = page.getByText(/^To repeat today: /);
  if (missed > 1) await expect(left).toHaveText(`To repeat today: ${missed - 1}`);
  else await expect(left).toHaveCount(0);
});
