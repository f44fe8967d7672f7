import { expect, test } from './support/test';
import { Typist } from './support/typist';

test('a whole game is played by keyboard alone', async ({ page, home }) => {
  test.setTimeout(240_000);
  const typist = new Typist(page);
  await page.goto(`${home}/new`);
  await typist.tabTo('Points to win');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('5');
  await typist.tabTo('Start the game');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/t\/.+/);

  await typist.playToTheEnd();

  await expect(page.getByRole('region', { name: /win/ })).toBeVisible();
  for (const thing of ['settlement', 'road', 'roll', 'end']) {
    expect(typist.done.get(thing) ?? 0, thing).toBeGreaterThan(0);
  }
  await typist.tabTo('Rematch');
  const before = page.url();
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(before);
});

test('the arrow keys move among the places that can be picked', async ({ page, home }) => {
  const typist = new Typist(page);
  await page.goto(home);
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(page.locator('.pill')).toHaveText('Place your first settlement');
  await page.keyboard.press('b');
  await expect.poll(() => typist.focused()).toMatch(/^Corner .*legal$/);
  const start = await typist.focused();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => typist.focused()).not.toBe(start);
  expect(await typist.focused()).toMatch(/^Corner .*legal$/);
});

test('the keys are listed, and can be switched off', async ({ page, home }) => {
  await page.goto(home);
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(page.locator('.pill')).toHaveText('Place your first settlement');
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Single-key shortcuts').uncheck();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('?');
  await page.keyboard.press('b');
  await expect(dialog).toBeHidden();
  await expect(page.locator('.board [data-spot]:focus')).toHaveCount(0);
});
