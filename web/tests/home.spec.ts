import { expectAtEverySize } from './support/first-screen';
import { openTable, sitDown, stranger } from './support/lobby';
import { Server } from './support/server';
import { expect, test } from './support/test';

test('a newcomer finds all that one plays with in the first window, and nothing moves', async ({
  browser,
  home,
}) => {
  await expectAtEverySize(browser, home);
});

test('a player with running games does, too', async ({ page, browser, home }) => {
  for (const name of ['Robin', 'Robin']) {
    await page.goto(home);
    await page.getByLabel('Your name').fill(name);
    await page.getByRole('button', { name: 'Play now' }).click();
    await expect(page.getByRole('region', { name: 'Your hand' })).toBeVisible();
  }
  await page.goto(home);
  await expect(page.getByRole('heading', { name: 'My games' })).toBeAttached();
  const state = await page.context().storageState();
  await expectAtEverySize(browser, home, state);
});

test.describe('at home', () => {
  test('there are no strangers, and nobody is reported', async ({ page, home }) => {
    await page.goto(home);
    await expect(page.getByRole('button', { name: 'Play with friends' })).toBeVisible();
    for (const word of ['Find players', 'Tell me when', 'Nobody is waiting', 'Atom feed']) {
      await expect(page.getByText(word)).toHaveCount(0);
    }
  });

  test('a device in the home is asked to the table that waits, on arrival, later and elsewhere', async ({
    browser,
  }) => {
    const server = await Server.start();
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const host = await stranger(browser);
    const early = await stranger(browser, phone);
    await early.goto(server.url);
    await openTable(host, server.url, { name: 'Papa', seats: ['human', 'human'] });
    const asked = early.locator('[aria-live]').filter({ hasText: 'Papa is waiting for you' });
    await expect(asked).toBeVisible({ timeout: 15_000 });
    await early.goto(`${server.url}/rules`);
    await expect(asked).toBeVisible({ timeout: 15_000 });
    await early.goto(`${server.url}/new`);
    await expect(asked).toBeVisible({ timeout: 15_000 });
    // Neither covers the other.
    await early.getByRole('button', { name: 'Start the game' }).click();
    await expect(early.locator('.pill')).toContainText(/settlement/);
    const late = await stranger(browser, phone);
    await late.goto(server.url);
    await expect(late.getByText('Papa is waiting for you')).toBeInViewport();
    await late.getByRole('link', { name: 'Join' }).click();
    await sitDown(late, 'Anna');
    await expect(host.getByText('Anna').first()).toBeVisible();
    for (const one of [host, early, late]) await one.context().close();
    await server.stop();
  });
});

test('a name in the bar leads to oneself', async ({ page, home }) => {
  await page.goto(home);
  await page.getByLabel('Your name').fill('Robin');
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Robin: / })
    .click();
  await expect(page).toHaveURL(`${home}/me`);
});

test('who comes for the first time learns, or comes back from another device', async ({
  page,
  home,
}) => {
  await page.goto(home);
  const buttons = page.locator('form.play .button');
  await expect(buttons.nth(1)).toHaveText('Play now');
  await expect(buttons.nth(2)).toHaveText('Learn in five minutes');
  await page.getByRole('link', { name: 'I already play here' }).click();
  await expect(page.getByLabel('Your twelve recovery words')).toBeVisible();
});
