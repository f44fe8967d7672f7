import type { Locator, Page } from '@playwright/test';

import { expectFits, expectLooksRight } from './support/checks';
import { openTable, sitDown, stranger } from './support/lobby';
import { StagedTable } from './support/staged';
import { expect, inEitherView, SIZES, test } from './support/test';

const house = (page: Page) => page.getByRole('group', { name: 'House rules' });

test('a kind of game sets points, seats, house rules and timing, and Last time brings back the last', async ({
  page,
  home,
}) => {
  await page.goto(`${home}/new`);
  const kind = (name: string) => page.getByRole('radio', { name, exact: true });
  await expect(kind('Standard')).toBeChecked();
  await expect(kind('Last time')).toHaveCount(0);
  await kind('Duel').check();
  await expect(page.getByLabel('Points to win')).toHaveValue('15');
  await expect(page.getByRole('radio', { name: '2', exact: true })).toBeChecked();
  await expect(house(page).getByLabel('A friendly robber')).toBeChecked();
  await kind('Quick').check();
  await expect(page.getByLabel('Points to win')).toHaveValue('8');
  await expect(page.getByLabel('Time to think')).toHaveValue(/^90\ss a turn$/);
  await expect(house(page).getByLabel('A friendly robber')).not.toBeChecked();
  // A change of one's own is none of them any more.
  await page.getByLabel('Points to win').fill('9');
  await expect(kind('Quick')).not.toBeChecked();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.locator('.pill')).toBeVisible();

  await page.goto(`${home}/new`);
  await kind('Standard').check();
  await expect(page.getByLabel('Points to win')).toHaveValue('10');
  await kind('Last time').check();
  await expect(page.getByLabel('Points to win')).toHaveValue('9');
});

test('how many offers bots make is chosen with the table, kept for the next, and changed by who plays alone', async ({
  page,
  home,
}) => {
  const offers = (within: Page | Locator, name: string) =>
    within.getByRole('group', { name: 'Offers by bots' }).getByRole('radio', { name });
  await page.goto(`${home}/new`);
  const table = page.locator('summary', { hasText: 'The table' });
  await table.click();
  await expect(offers(page, 'A few')).toBeChecked();
  await offers(page, 'None').check();
  await expect(table).toContainText('bots make no offers');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.locator('.pill')).toBeVisible();

  await page.getByRole('button', { name: 'Table and players' }).click();
  const sheet = page.getByRole('dialog', { name: 'Table and players' });
  await expect(offers(sheet, 'None')).toBeChecked();
  await offers(sheet, 'Many').check();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('log').first()).toContainText('offers by bots');

  await page.goto(`${home}/new`);
  await page.getByRole('radio', { name: 'Last time', exact: true }).check();
  await expect(table).toContainText('bots make no offers');
});

test('the way on is in sight at every size and place, and what is wrong stands at its field', async ({
  page,
  home,
}) => {
  await page.goto(`${home}/new`);
  const start = page.getByRole('button', { name: 'Start the game' });
  await expect(start).toBeVisible();
  await page.locator('summary', { hasText: 'Island' }).click();
  // The last is a desktop at 200 %.
  for (const [width, height] of [
    [1366, 768],
    [390, 844],
    [683, 384],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const part of [0, 0.5, 1]) {
      await page.evaluate((at) => {
        scrollTo(0, document.documentElement.scrollHeight * at);
      }, part);
      await expect(start, `${width} by ${height} at ${part}`).toBeInViewport({ ratio: 1 });
    }
    const bar = await start.locator('xpath=ancestor::*[contains(@class,"bar")]').boundingBox();
    expect(bar?.height, `${width} by ${height}`).toBeLessThan(height / 3);
    // Nothing that has the focus hides behind it.
    await start.focus();
    await page.evaluate(() => {
      scrollTo(0, 0);
    });
    const island = page.getByRole('radio', { name: 'Random' });
    await island.focus();
    const top = await start.boundingBox();
    const focused = await island.boundingBox();
    expect((focused?.y ?? Infinity) + (focused?.height ?? 0)).toBeLessThan(top?.y ?? 0);
    await expectFits(page, `${width} by ${height}`);
  }
  const points = page.getByLabel('Points to win');
  await points.fill('99');
  await expect(points).toHaveAccessibleDescription('A number from 3 to 22.');
  await page.getByText('All rules').click();
  const limit = page.getByLabel('Time limit');
  await limit.fill('0');
  await page.getByText('All rules').click();
  await points.fill('10');
  // What is wrong behind a fold is shown.
  await start.press('Enter');
  await expect(page.getByRole('alert')).toContainText('A number from 1 to 600.');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(limit).toBeInViewport();
  await limit.fill('');
  await start.click();
  await expect(page.locator('.pill')).toBeVisible();
});

test('the host changes the set-up in the waiting room, and everybody sees it and is asked again', async ({
  page: host,
  browser,
  home,
}) => {
  await openTable(host, home, { name: 'Robin', seats: ['human', 'human'] });
  const ida = await stranger(browser);
  await ida.goto(host.url());
  await sitDown(ida, 'Ida');
  const row = host.getByRole('listitem').filter({ hasText: 'Ida' });
  await expect(row).toContainText('Ready');
  await expect(ida.getByRole('button', { name: 'Change the setup' })).toHaveCount(0);

  await host.getByRole('button', { name: 'Change the setup' }).click();
  const sheet = host.getByRole('dialog', { name: 'Change the setup' });
  await sheet.getByLabel('Points to win').fill('12');
  await sheet.locator('summary', { hasText: 'House rules' }).click();
  await house(host).getByLabel('A friendly robber').check();
  await sheet.getByLabel('Time to think').selectOption('2\u00A0min a turn');
  await sheet.locator('summary', { hasText: 'Island' }).click();
  await sheet.getByLabel('Deal another island').check();
  await expect(sheet.getByRole('button', { name: 'Apply the changes' })).toBeInViewport();
  await sheet.getByRole('button', { name: 'Apply the changes' }).click();
  await expect(sheet).toBeHidden();

  const notice = ida.getByText('Robin has changed the setup');
  await expect(notice).toBeVisible();
  for (const change of [
    'Points to win: 12',
    'A friendly robber: yes',
    'Time to think: 2 min a turn',
    'A random island, dealt 2 times',
  ]) {
    await expect(ida.getByRole('listitem').filter({ hasText: change }).first()).toBeVisible();
  }
  await expectLooksRight(ida, 'desktop', 'changed-set-up');
  await expect(row).toContainText('Has not agreed');

  // Nobody is missing any more, and yet the game waits for Ida.
  await host.getByLabel('Seat 3 is for').selectOption('easy');
  await expect(host.getByText('Has not agreed')).toBeVisible();
  await ida.getByRole('button', { name: 'Agree to the changes' }).click();
  for (const page of [host, ida]) await expect(page.locator('.pill')).toBeVisible();
  await host.getByRole('button', { name: 'House rules: 2 changes' }).click();
  await expect(host.getByRole('dialog')).toContainText('Points to win: 12');
  await ida.context().close();
});

test('more and fewer seats are made in the waiting room, and nobody loses theirs', async ({
  page: host,
  browser,
  home,
}) => {
  await openTable(host, home, { name: 'Robin', seats: ['human', 'human', 'human'] });
  const ida = await stranger(browser);
  await ida.goto(host.url());
  await ida.getByLabel('Seat', { exact: true }).selectOption({ label: 'Seat 4, teal' });
  await sitDown(ida, 'Ida');
  const change = async (seats: string) => {
    await host.getByRole('button', { name: 'Change the setup' }).click();
    const sheet = host.getByRole('dialog', { name: 'Change the setup' });
    await sheet.getByRole('radio', { name: seats, exact: true }).check();
    await sheet.getByRole('button', { name: 'Apply the changes' }).click();
  };
  await change('5');
  await expect(host.getByLabel('Seat 5 is for')).toHaveValue('open');
  await change('2');
  await expect(host.getByRole('button', { name: /^Remove: / })).toBeVisible();
  await expect(host.getByLabel('Seat 3 is for')).toHaveCount(0);
  await expect(ida.getByRole('button', { name: 'Leave the table' })).toBeVisible();
  await ida.context().close();
});

for (const [device, options] of Object.entries(SIZES)) {
  test.describe(`on the ${device}`, () => {
    test.use(options);

    test('a running game stands first at home and is one tap away', async ({ page, home }) => {
      await page.goto(home);
      await page.getByRole('button', { name: 'Play now' }).click();
      await expect(page.locator('.pill')).toBeVisible();
      const url = page.url();
      await page.goto(home);
      const games = page.getByRole('region', { name: 'My games' });
      const game = games.getByRole('link').first();
      await expect(game).toContainText(/Your turn|’s turn/);
      await expect(game).toBeInViewport({ ratio: 1 });
      const play = await page.getByRole('button', { name: 'Play now' }).boundingBox();
      const box = await game.boundingBox();
      expect(box?.y).toBeLessThan(play?.y ?? 0);
      await expectLooksRight(page, device, 'resume');
      await game.click();
      await expect(page).toHaveURL(url);
      await expect(page.locator('.pill')).toBeVisible();
    });

    test('set-up and settings look right, with high contrast too', async ({ page, home }) => {
      await page.goto(`${home}/new`);
      await expect(page.getByRole('heading', { name: 'Kind of game' })).toBeVisible();
      await expectLooksRight(page, device, 'set-up');
      await page.getByRole('button', { name: 'Settings' }).click();
      const dialog = page.getByRole('dialog', { name: 'Settings' });
      await dialog.getByText('Which key does what').click();
      await expectLooksRight(page, device, 'settings');
      await dialog.getByLabel('High contrast').check();
      await expect(page.locator('html')).toHaveCSS('--bg', /./);
      await expectLooksRight(page, device, 'settings-contrast');
      await page.keyboard.press('Escape');
      await expectLooksRight(page, device, 'set-up-contrast');
      await page.getByRole('button', { name: 'Start the game' }).click();
      await expect(page.locator('.pill')).toBeVisible();
      await expectLooksRight(page, device, 'table-contrast');
    });
  });
}

test('settings hold at once and are kept', async ({ page, home }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(home);
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  const root = page.locator('html');
  const duration = () =>
    page
      .getByRole('button', { name: 'Play now' })
      .evaluate((button) => parseFloat(getComputedStyle(button).transitionDuration));
  const usual = await duration();
  await dialog.getByRole('radio', { name: 'Fast' }).check();
  expect(await duration()).toBeLessThan(usual);
  await dialog.getByRole('radio', { name: 'Off' }).check();
  expect(await duration()).toBeLessThan(0.001);
  await dialog.getByLabel('Volume').fill('25');
  await dialog.getByLabel('Sounds').uncheck();
  await expect(dialog.getByLabel('Volume')).toBeDisabled();
  const background = () =>
    page.locator('body').evaluate((b) => getComputedStyle(b).backgroundColor);
  const before = await background();
  await dialog.getByLabel('High contrast').check();
  await expect.poll(background).not.toBe(before);
  await page.reload();
  await expect(root).toHaveAttribute('data-contrast', 'more');
  await expect(root).toHaveAttribute('data-motion', 'off');
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(dialog.getByLabel('Volume')).toHaveValue('25');
  await dialog.getByLabel('High contrast').uncheck();
  await expect.poll(background).toBe(before);
});

test('keys are chosen, clashes are refused with a word, and the page rolls by itself', async ({
  page,
  home,
}) => {
  await page.goto(home);
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(page.locator('.pill')).toBeVisible();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard' });
  const key = (name: RegExp) => help.getByRole('button', { name });
  await key(/^Show this list: \?/).click();
  await page.keyboard.press('s');
  await expect(help.getByRole('alert')).toHaveText('S is already used for “Build a settlement”.');
  await page.keyboard.press('Escape');
  // The question is over, and not the dialog.
  await expect(key(/^Show this list: \?/)).toBeVisible();
  await key(/^Show this list: \?/).click();
  await page.keyboard.press('j');
  await expect(key(/^Show this list: J/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await page.keyboard.press('?');
  await expect(help).toBeHidden();
  await page.reload();
  await expect(page.locator('.pill')).toBeVisible();
  await page.keyboard.press('j');
  await expect(help).toBeVisible();
  await help.getByRole('button', { name: 'Reset all keys' }).click();
  await expect(key(/^Show this list: \?/)).toBeVisible();
  await help.getByLabel('Single-key shortcuts').uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(help).toBeHidden();
});

inEitherView('board', () => {
  test('a page that may rolls where nothing else can be done before', async ({
    page,
    home,
    view,
  }) => {
    await page.addInitScript((shown) => {
      localStorage.setItem('brickwood.settings', JSON.stringify({ autoRoll: true, view: shown }));
    }, view);
    const table = new StagedTable();
    const roll = { to_act: true, roll: true };
    await table.open(page, home, { choices: { ...roll, play: ['knight'] } });
    await expect(page.getByRole('button', { name: /Roll/ })).toBeVisible();
    await page.waitForTimeout(1200);
    expect(table.acted, 'a knight could be played before').toEqual([]);
    table.show({ choices: { ...roll, play: [] } });
    await expect.poll(() => table.acted).toEqual([{ type: 'roll' }]);
  });
});

test('the island of a game can be looked at, dealt anew and made fairer, and the table has it', async ({
  page,
  home,
}) => {
  await page.goto(`${home}/new`);
  const island = page.getByRole('figure', { name: 'The island of this game' });
  const text = island.locator('code');
  const looked = async () => {
    await expect(island).toBeVisible();
    return (await text.textContent()) ?? '';
  };
  await expect(island).toHaveCount(0);
  await page.locator('summary', { hasText: 'The island' }).click();
  await page.getByRole('button', { name: 'Show the island' }).click();
  const first = await looked();
  await page.getByRole('button', { name: 'Deal another' }).click();
  await expect(text).not.toHaveText(first);

  await page.getByRole('radio', { name: 'Balanced', exact: true }).check();
  await expect(island).toContainText('It is balanced.');
  await expect(island).toContainText('No 6 or 8 lies next to another.');
  await expectLooksRight(page, 'desktop', 'set-up-island');
  // Tokens and harbors, as they are drawn.
  const drawn = (where: Locator) => where.locator('svg text').allTextContents();
  const seen = await drawn(island);
  expect(seen.length).toBeGreaterThan(20);

  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.locator('.pill')).toBeVisible();
  expect((await drawn(page.locator('.board'))).slice(0, seen.length)).toEqual(seen);
});
