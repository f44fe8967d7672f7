import { expectAccessible, expectFits, expectLooksRight } from './support/checks';
import { Person } from './support/person';
import { picture } from './support/pictures';
import { expect, inEitherView, test } from './support/test';
import { TextPlayer } from './support/text-player';
import { logOf } from './support/views';

test('five play on the large board, and one builds after another’s turn', async ({
  page,
  home,
}) => {
  test.setTimeout(120_000);
  await page.goto(`${home}/new`);
  await page.getByText('Edition: Modern').click();
  await page.getByRole('radio', { name: 'Large board' }).check();
  await expect(page.getByText('Large board itself differs from Modern in')).toBeVisible();
  await page.getByRole('radio', { name: '5', exact: true }).check();
  await expect(page.getByRole('status')).toHaveText('The rules of “Large board”, unchanged.');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.getByRole('group', { name: /Board/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Players' }).getByRole('listitem')).toHaveCount(5);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByLabel('Skip special building when I can build nothing').uncheck();
  await page.keyboard.press('Escape');

  const person = new Person(page);
  await person.playUntil(({ panel }) => panel === 'Special building');
  await expect(page.locator('.pill')).toHaveText('Special building: build and buy');
  await expect(page.getByRole('log')).toContainText('Special building: You may build');
  await expectAccessible(page, 'special building');
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [844, 390],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await picture(page, `five-${width}x${height}`);
    await expectFits(page, `${width} by ${height}`);
  }
  await page.setViewportSize({ width: 1366, height: 768 });
  // The game goes on: to somebody else's building, or to a turn.
  const log = page.getByRole('log');
  const before = await log.innerText();
  const panel = page.getByRole('region', { name: 'Special building' });
  await panel.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => log.innerText()).not.toBe(before);
});

test('five play on the large board by typed commands, and one builds after another’s turn', async ({
  page,
  home,
}) => {
  test.setTimeout(120_000);
  const player = new TextPlayer(page);
  await page.goto(`${home}/new?view=text`);
  await page.getByText('Edition: Modern').click();
  await page.getByRole('radio', { name: 'Large board' }).check();
  await page.getByRole('radio', { name: '5', exact: true }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(player.field).toBeVisible();
  // Else the page passes by itself where nothing can be built.
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByLabel('Skip special building when I can build nothing').uncheck();
  await page.keyboard.press('Escape');
  await player.playUntil(
    ({ view, choices }) => view.phase.type === 'special_building' && choices.pass,
  );
  await expect(page.locator('.pill')).toHaveText('Special building: build and buy');
  const log = logOf(page);
  await expect(log).toContainText('Special building: You may build');
  await expectAccessible(page, 'special building in words');
  await expectFits(page, 'special building in words');
  const before = await log.innerText();
  await player.type('pass');
  await expect.poll(() => log.innerText()).not.toBe(before);
});

inEitherView('text', () => {
  test('beginners choose their first cards, and the table says by which rules', async ({
    page,
    home,
  }) => {
    await page.goto(`${home}/new`);
    await page.getByRole('radio', { name: '3', exact: true }).check();
    await page.getByText('All rules').click();
    await page.getByLabel('The first pieces').selectOption('beginners');
    await page.getByLabel('Pieces that stay in the box').selectOption('blue');
    await page.getByLabel('Who begins').selectOption('0');
    await page.locator('summary', { hasText: 'House rules' }).click();
    const house = page.getByRole('group', { name: 'House rules' });
    await house.getByRole('checkbox', { name: 'Open hands' }).check();
    await page.getByLabel('Time limit').fill('30');

    // The pieces lie on the fit only the printed board.
    await page.getByRole('button', { name: 'Start the game' }).press('Enter');
    await expect(page.getByRole('alert')).toContainText('fit only the printed board');
    await expectAccessible(page, 'a contradiction');
    await page.getByRole('button', { name: 'Use the printed board' }).click();
    await expect(page.getByRole('status')).toHaveText(
      /^Differs from Modern in open hands, time limit \(30 minutes\), who begins/,
    );
    await page.getByRole('button', { name: 'Start the game' }).click();

    await expect(page.locator('.pill')).toHaveText(
      'Choose the settlement that brings your first cards',
    );
    await expectAccessible(page, 'first cards');
    await picture(page, 'first-cards');
    const first = page
      .getByRole('region', { name: 'Your first cards' })
      .getByRole('button')
      .first();
    await first.click();
    await expect(logOf(page)).toContainText('You begin with');
    await expect(page.locator('.pill')).toHaveText('Your turn: roll the dice');
    await expect(page.getByRole('timer')).toContainText(/(30:00|29:\d\d)/);
    await expect(page.getByRole('region', { name: 'Players' })).toContainText(/holds|\(\d \w+/);

    await page.getByRole('button', { name: 'House rules: 4 changes' }).click();
    const sheet = page.getByRole('dialog', { name: 'The rules at this table' });
    await expect(sheet).toContainText('Open hands: yes');
    await sheet.getByText('All switches and numbers').click();
    await expect(sheet).toContainText('What a city costs');
    await expectAccessible(page, 'the rules in force');
  });
});

test('a board of one’s own is judged while it is written, at its field, and then played', async ({
  page,
  home,
}) => {
  await page.goto(`${home}/new`);
  await page.locator('summary', { hasText: 'The island' }).click();
  await page.getByRole('radio', { name: 'Your own' }).check();
  await page.getByLabel('Open a file').setInputFiles({
    name: 'island.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(BOARD.replace('O10 W2 L9', 'O7 W2 X9')),
  });
  const text = page.getByLabel('Text of the board');
  await expect(text).toHaveAccessibleDescription(/Line 1/);
  await expect(text).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'a board with faults');
  await picture(page, 'own-board', { fullPage: true });
  await text.fill(BOARD);
  await expect(page.getByText('This board can be played.')).toBeVisible();
  await expect(text).not.toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.locator('.pill')).toContainText(/settlement|Rolling/);

  // What was chosen last is still there.
  await page.goto(`${home}/new`);
  await expect(page.getByLabel('Text of the board')).toHaveValue(BOARD);
});

const BOARD = `O10 W2 L9
G12 B6 W4 B10
G9 L11 D L3 O8
L8 O3 G4 W5
B5 G6 W11
harbors: a1nw:3, a2ne:W
`;

test('every choice is there on a narrow phone, and explained', async ({ page, home }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${home}/new`);
  await page.getByText('All rules').click();
  await expect(page.locator('a[href*="#VAR-8"]').first()).toBeVisible();
  await expectLooksRight(page, 'narrow', 'details', { fullPage: true });
});
