import type { Page } from '@playwright/test';

import { startShortGame } from './support/alone';
import { expectFits, expectLooksRight } from './support/checks';
import { LONG } from './support/long';
import { Person } from './support/person';
import { picture } from './support/pictures';
import { expect, MOTION, SIZES, test } from './support/test';

test.use(MOTION);

test('a person plays a whole game from the home page to the end, begins a rematch, and has the dice drawn again', async ({
  page,
  home,
}) => {
  test.setTimeout(420_000);
  const foreign: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => {
    const { origin } = new URL(request.url());
    if (origin !== home && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });

  await page.goto(home);
  // Most of ten points is more of the same: the game that *Play now* begins is for the long form.
  const goal = LONG ? 10 : 4;
  if (LONG) {
    await page.getByLabel('Your name').fill('Robin');
    await page.getByRole('button', { name: 'Play now' }).click();
  } else await startShortGame(page, goal);
  await expect(page).toHaveURL(/\/t\/.+/);
  const first = page.url();

  const person = new Person(page);
  await person.playToTheEnd();

  const sheet = page.getByRole('region', { name: /win/ });
  await expect(sheet).toBeVisible();
  // Two points can come at once.
  await expect(sheet.getByRole('listitem').first()).toContainText(
    new RegExp(`\\b(${goal}|${goal + 1})\\s*points`),
  );
  await expect(page.locator('.board svg').first()).toBeVisible();
  for (const thing of ['settlement', 'road', 'roll', 'end_turn']) {
    expect(person.done.get(thing) ?? 0, thing).toBeGreaterThan(0);
  }

  await page.getByRole('button', { name: 'Rematch' }).click();
  await expect(page).not.toHaveURL(first);
  await expect(page).toHaveURL(/\/t\/.+/);
  await expect(page.getByRole('region', { name: 'Your hand' })).toBeVisible();
  await expect(page.locator('.pill')).toContainText(/settlement|road|Rolling/);

  expect(foreign, 'requests to others').toEqual([]);
  expect(errors, 'errors of the page').toEqual([]);

  await page.goto(first);
  await page.getByRole('link', { name: 'Verify dice' }).click();
  await expectVerified(page, home);
});

/** The browser draws the dice of a finished game again, and finds out a record that somebody has changed. */
async function expectVerified(page: Page, home: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Every draw is correct' })).toBeVisible();
  await expect(page.getByText('matches the secret')).toBeVisible();
  await expect(page.getByText('as you sent it')).toBeVisible();
  const rows = page.getByRole('row').filter({ hasText: 'Dice' });
  expect(await rows.count()).toBeGreaterThan(0);
  await expect(page.getByRole('cell', { name: 'differs' })).toHaveCount(0);
  await expectLooksRight(page, 'desktop', 'verify', { fullPage: true });
  await page.setViewportSize(SIZES.phone.viewport);
  await picture(page, 'verify-phone', { fullPage: true });
  await expectFits(page, 'verify on a phone');

  // A record that somebody has changed is found out.
  const id = page.url().split('/').at(-1) ?? '';
  const answer = await page.request.get(`${home}/api/tables/${id}/record`);
  const record = await answer.text();
  const changed = record.replace(
    /secret(\W+)([0-9a-f]{2})/i,
    (_, between: string, byte: string) => `secret${between}${byte === '00' ? '11' : '00'}`,
  );
  expect(changed).not.toBe(record);
  await page.goto(`${home}/verify`);
  await page.getByLabel('A record of a game').setInputFiles({
    name: 'changed.record',
    mimeType: 'text/plain',
    buffer: Buffer.from(changed),
  });
  await expect(page.getByRole('heading', { name: 'Some draws differ' })).toBeVisible();
}
