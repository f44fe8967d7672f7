import { expectAccessible, expectFits } from './support/checks';
import { Person } from './support/person';
import { picture } from './support/pictures';
import { expect, test } from './support/test';

test('a finished game is gone through again, from its table and from its record', async ({
  page,
  home,
}) => {
  test.setTimeout(180_000);
  await page.goto(`${home}/new`);
  await page.getByRole('radio', { name: '2', exact: true }).check();
  await page.getByLabel('Points to win').fill('3');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await new Person(page).playToTheEnd();
  const sheet = page.getByRole('region', { name: /win/ });
  await page.getByRole('tab', { name: 'Chat' }).click();
  await page.getByText('Phrases', { exact: true }).click();
  await page.getByRole('button', { name: 'Good game!' }).click();
  await expect(page.getByRole('log', { name: 'Chat' })).toContainText('Good game!');
  const downloaded = page.waitForEvent('download');
  await sheet.getByRole('link', { name: 'Download record' }).click();
  const record = await (await downloaded).path();
  await sheet.getByRole('link', { name: 'Replay' }).click();

  await expect(page).toHaveURL(/\/replay\/.+/);
  const slider = page.getByRole('slider', { name: 'Step' });
  const log = page.getByRole('log');
  const at = async () => Number(await slider.inputValue());
  // It opens with how the game has ended.
  const last = Number(await slider.getAttribute('max'));
  expect(last).toBeGreaterThan(10);
  await expect(slider).toHaveValue(String(last));
  // What was said at the table is told where it was said.
  await expect(log).toContainText('says: Good game!');
  await page.keyboard.press('Home');
  await expect(slider).toHaveValue('0');
  await expect(log).not.toContainText('Good game!');

  // Steps, turns and both ends by key.
  await page.keyboard.press('ArrowRight');
  expect(await at()).toBe(1);
  await page.keyboard.press('PageDown');
  await expect(log).toContainText('Turn 1');
  await expect(log).not.toContainText('Turn 2');
  const turn = await at();
  await page.keyboard.press('ArrowLeft');
  await expect(log).not.toContainText('Turn 1');
  await page.keyboard.press('End');
  await expect(page.locator('.pill')).toContainText(/win/);
  await expect(page).toHaveURL(new RegExp(`#${last}$`));
  await page.keyboard.press('PageUp');
  expect(await at()).toBeLessThan(last);
  // A long log does not draw its beginning.
  await log
    .getByRole('button', { name: /^Turn \d+:/ })
    .first()
    .click();
  expect(await at()).toBeGreaterThanOrEqual(turn);
  expect(await at()).toBeLessThan(last);
  await page.keyboard.press('Home');
  await expect(log).toContainText('Nothing has happened yet');

  // By itself.
  await page.getByLabel('Speed').selectOption('8');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(at).toBeGreaterThan(2);
  await page.getByRole('button', { name: 'Pause' }).click();

  // Everybody's cards, or those of one.
  await slider.fill(String(turn));
  const players = page.getByRole('region', { name: 'Players' });
  await expect(players.getByText(/holds/)).toHaveCount(2);
  await page.getByLabel('Cards of').selectOption('1');
  await expect(players.getByText(/holds/)).toHaveCount(1);
  for (const [width, height] of [
    [1366, 768],
    [844, 390],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await picture(page, `replay-${width}x${height}`);
    await expectFits(page, `${width} by ${height}`);
    await expectAccessible(page, `a replay, ${width} by ${height}`);
  }

  // The same from the file.
  await page.goto(`${home}/replay`);
  await expectAccessible(page, 'opening a record');
  await page.getByLabel('Open a record').setInputFiles({
    name: 'broken.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no record at all\n'),
  });
  await expect(page.getByRole('alert')).toContainText('Line 1');
  await page.getByLabel('Open a record').setInputFiles(record);
  await expect(slider).toHaveAttribute('max', String(last));
  await page.keyboard.press('End');
  await expect(page.locator('.pill')).toContainText(/win/);

  // Nothing can be played after the end, but a new game can begin from any moment before it.
  const from = page.getByRole('button', { name: 'Play from here' });
  await expect(from).toBeDisabled();
  await slider.fill(String(turn));
  await from.click();
  const dialog = page.getByRole('dialog', { name: 'Play from here' });
  await expectAccessible(page, 'the choice of a seat');
  await picture(page, 'replay-play-from');
  await dialog.getByLabel('Your seat').selectOption('0');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(page).toHaveURL(/\/t\/.+/);
  await expect(page.locator('.pill')).toHaveText('Your turn: roll the dice');
});

test('a game that goes on cannot be gone through', async ({ page, home }) => {
  await page.goto(home);
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(page.locator('.pill')).toHaveText('Place your first settlement');
  await page.goto(page.url().replace('/t/', '/replay/'));
  await expect(page.getByRole('alert')).toBeVisible();
});
