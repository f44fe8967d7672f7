import type { Page } from '@playwright/test';

import { expectLooksRight } from './support/checks';
import { expect, SIZES, test } from './support/test';

const said = (page: Page) => page.getByRole('log', { name: 'What was typed and said' });
const answer = (page: Page) => said(page).locator('.answer').last();
const problem = (page: Page) => said(page).locator('.problem').last();

async function type(page: Page, line: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Type a command' });
  await field.fill(line);
  await field.press('Enter');
}

test.use({ view: 'text' });

test('a game is set up by typed commands, and the page shows what they have set', async ({
  page,
  home,
}) => {
  await page.goto(`${home}/new`);
  await expect(said(page)).toContainText('Seat 1: You.');
  await type(page, 'name Mira');
  await expect(page.getByLabel('Your name')).toHaveValue('Mira');
  await type(page, 'players 3');
  await expect(page.getByRole('radio', { name: '3', exact: true })).toBeChecked();
  await type(page, 'seat 2 hard');
  await expect(page.getByLabel('Seat 2', { exact: true })).toHaveValue('hard');
  await type(page, 'seat 1 hard');
  await expect(problem(page)).toHaveText('That is your own seat.');
  await type(page, 'edition german');
  await expect(answer(page)).toContainText('Edition: German classic.');
  await type(page, 'friendly robber');
  await expect(page.getByRole('checkbox', { name: 'A friendly robber' })).toBeChecked();
  await type(page, 'chat of');
  await expect(answer(page)).toHaveText('Chat: Off.');
  await type(page, 'pace at once');
  await type(page, 'offers by bots none');
  await expect(answer(page)).toHaveText('Offers by bots: None.');
  await type(page, 'options coach');
  await expect(answer(page)).toContainText('It can be Alone, Everyone or Nobody.');
  await type(page, 'points 99');
  await expect(problem(page)).toHaveText('A number from 3 to 22.');
  await type(page, 'points 8');
  await expect(page.getByLabel('Points to win')).toHaveValue('8');
  await type(page, 'chta free');
  await expect(problem(page)).toContainText('Did you mean chat?');

  // What does not go together is said, and nothing begins.
  await type(page, 'first pieces as on');
  await expect(answer(page)).toContainText('fit only the printed board');
  await type(page, 'start');
  await expect(problem(page)).toContainText('fit only the printed board');
  await expectLooksRight(page, 'desktop', 'text-set-up');
  await type(page, 'set first pieces players place them');
  await type(page, '');
  await expect(answer(page)).toContainText('Points to win: 8.');
  await type(page, 'start');
  await expect(page).toHaveURL(/\/t\/.+/);
  await expect(page.getByRole('heading', { name: 'Your hand' })).toBeVisible();
  await expect(
    page.getByRole('button', { name: /^Rules: German classic, \d changes/ }),
  ).toBeVisible();
});

test('who begins, colors, names at the device and finer numbers are typed, and the page shows them', async ({
  page,
  home,
}) => {
  await page.goto(`${home}/new`);
  await type(page, 'who begins seat 2');
  await expect(answer(page)).toHaveText('Who begins: Seat 2, Cobalt.');
  await type(page, 'color 1 cobalt');
  await expect(page.getByLabel('Color of seat 2')).toHaveValue('coral');
  await type(page, 'seat 2 here');
  await type(page, 'name 2 Ben');
  await expect(page.getByLabel('Name of the player on seat 2')).toHaveValue('Ben');
  await type(page, 'time to think 90');
  await type(page, 'a turn lasts 45');
  await expect(answer(page)).toHaveText('A turn lasts: 45 s.');
  await type(page, 'extra minutes 3');
  await type(page, 'options each has');
  await expect(problem(page)).toContainText('There is no command');
  await type(page, 'deal');
  await expect(page.getByRole('figure', { name: 'The island of this game' })).toBeVisible();
  const island = await page.getByLabel('Name of the board').inputValue();
  await type(page, 'deal another');
  await expect(page.getByLabel('Name of the board')).not.toHaveValue(island);
  await type(page, 'start');
  await expect(page).toHaveURL(/\/t\/.+/);
  await expect(page.getByText('Ben').first()).toBeVisible();
});

test('the host changes the set-up of a table that waits by typed commands', async ({
  page,
  browser,
  home,
}) => {
  await page.goto(`${home}/new`);
  await type(page, 'seat 2 open');
  await type(page, 'start');
  await expect(page.getByRole('status').filter({ hasText: '1 seat still open' })).toBeVisible();
  await type(page, 'set points 8');
  await expect(answer(page)).toHaveText('Points to win: 8.');
  const panel = page.getByRole('region', { name: 'Setup' });
  await expect(panel).toContainText('8 points');
  await type(page, 'change chat off');
  await expect(panel).toContainText('no chat');
  await type(page, 'options chat');
  await expect(answer(page)).toContainText('It can be Free, Phrases only or Off.');
  await type(page, 'set points 99');
  await expect(problem(page)).toHaveText('A number from 3 to 22.');
  await type(page, 'set first pieces as on');
  await expect(problem(page)).toContainText('fit only the printed board');
  await type(page, 'set deal another');
  await expect(panel).toContainText('dealt 2 times');
  await expect(panel).toContainText('8 points');

  // Nobody else can.
  const guest = await browser.newPage();
  await guest.goto(`${page.url()}?view=text`);
  await type(guest, 'set points 10');
  await expect(problem(guest)).toHaveText('Only the host can do that.');
});

test.describe('on a phone', () => {
  test.use({ ...SIZES.phone, view: 'text' });

  test('the command line of the set-up completes by finger', async ({ page, home }) => {
    await page.goto(`${home}/new`);
    const field = page.getByRole('combobox', { name: 'Type a command' });
    await field.fill('tim');
    await page.getByRole('option', { name: 'time to think' }).tap();
    await expect(field).toHaveValue('time to think ');
    await field.pressSequentially('9');
    await page.getByRole('option').first().tap();
    await page.getByRole('button', { name: 'Send', exact: true }).tap();
    await expect(answer(page)).toHaveText('Time to think: 90 s a turn.');
    await expectLooksRight(page, 'phone', 'text-set-up');
  });
});
