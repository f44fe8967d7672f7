import { linkOf, reachedAt } from './support/lobby';
import { picture } from './support/pictures';
import { expect, inEitherView, SIZES, test } from './support/test';
import { logOf, places, refusal } from './support/views';

inEitherView('board', () => {
  test('the page goes on by itself after the server was killed', async ({ page, server, home }) => {
    await page.goto(home);
    await page.getByRole('button', { name: 'Play now' }).click();
    await expect(page.locator('.pill')).toHaveText('Place your first settlement');
    await places(page).first().click();
    await expect(page.locator('.pill')).toHaveText('Place a road beside your new settlement');
    const lines = await logOf(page).locator('p, li').count();

    await server.kill();
    await expect(page.getByText('Connection lost')).toBeVisible();
    await server.run();
    await expect(page.getByText('Connection lost')).toBeHidden({ timeout: 15_000 });

    await expect(page.locator('.pill')).toHaveText('Place a road beside your new settlement');
    expect(await logOf(page).locator('p, li').count()).toBe(lines);
    await places(page).first().click();
    await page.getByRole('button', { name: 'Place', exact: true }).click();
    await expect(logOf(page)).toContainText('You place a road');
  });

  test('while the server is away the page says so, and goes on once it is back', async ({
    page,
    server,
    home,
  }) => {
    await page.goto(home);
    await page.getByRole('button', { name: 'Play now' }).click();
    await expect(page.locator('.pill')).toHaveText('Place your first settlement');
    await server.kill();
    await expect(page.locator('.pill')).toHaveText('Not connected');
    await expect(page.locator('[data-voice=urgent]')).toContainText('The connection is lost');
    // Nothing can be pressed that nobody would hear.
    const end = page.locator('[data-action=end_turn], [data-action=roll]').first();
    await end.click({ force: true });
    await expect(refusal(page)).toContainText('The connection is lost');
    await server.run();
    await places(page).first().click();
    await expect(logOf(page)).toContainText('You place a settlement', { timeout: 15_000 });
    await expect(page.locator('.pill')).toHaveText('Place a road beside your new settlement');
  });

  test('a placed settlement can be taken back', async ({ page, home }) => {
    await page.goto(home);
    await page.getByRole('button', { name: 'Play now' }).click();
    await expect(page.locator('.pill')).toHaveText('Place your first settlement');
    await places(page).first().click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.locator('.pill')).toHaveText('Place your first settlement');
    await expect(logOf(page)).toContainText('You take back the settlement at');
  });

  test('a button that cannot be used says why', async ({ page, home }) => {
    await page.goto(home);
    await page.getByRole('button', { name: 'Play now' }).click();
    await expect(page.locator('.pill')).toHaveText('Place your first settlement');
    const city = page.locator('[data-action=city]');
    await expect(city).toHaveAttribute('aria-disabled', 'true');
    // Playwright waits for buttons to be enabled; a person does not.
    await city.press('Enter');
    await expect(refusal(page)).toContainText(/City: .+/);
  });

  test('a friend takes the open seat by the link, and both see the game begin', async ({
    page,
    browser,
    home,
  }) => {
    await reachedAt(page, home);
    await page.goto(`${home}/new`);
    await page.getByRole('radio', { name: '2', exact: true }).check();
    await page.getByLabel('Seat 2', { exact: true }).selectOption('human');
    await page.getByRole('button', { name: 'Open the table' }).click();
    await expect(page.getByText('1 seat still open').first()).toBeVisible();
    const link = await linkOf(page);

    const context = await browser.newContext();
    const friend = await context.newPage();
    await friend.goto(link);
    await friend.getByLabel('Your name').fill('Friend');
    await friend.getByRole('button', { name: 'Take a seat' }).click();
    await page.getByRole('button', { name: 'Start the game' }).click();
    await expect(friend.locator('.pill')).toContainText(/settlement/);
    await expect(page.locator('.pill')).toContainText(/settlement/);
    await expect(page.getByRole('region', { name: 'Players' })).toContainText('Friend');
    await context.close();
  });

  test('a player who loads the page again shows the server that they have a seat', async ({
    page,
    home,
  }) => {
    const hellos: string[] = [];
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => {
        if (String(payload).includes('"hello"')) hellos.push(String(payload));
      });
    });
    await page.goto(home);
    await page.getByRole('button', { name: 'Play now' }).click();
    await expect(page.locator('.pill')).toHaveText('Place your first settlement');
    await page.reload();
    await expect(page.locator('.pill')).toHaveText('Place your first settlement');
    const [first, again] = hellos.map((hello) => JSON.parse(hello) as { returning?: unknown });
    expect(first).not.toHaveProperty('returning');
    expect(again?.returning).toEqual({ pass: expect.any(String) as unknown, to_act: true });
  });

  test('a game that was left is found again on the home page', async ({ page, home }) => {
    await page.goto(home);
    await page.getByRole('button', { name: 'Play now' }).click();
    await expect(page.locator('.pill')).toHaveText('Place your first settlement');
    const table = page.url();
    await page.goto(home);
    await page.getByRole('region', { name: 'My games' }).getByRole('link').first().click();
    await expect(page).toHaveURL(table);
  });
});

test('a link that leads nowhere says so', async ({ page, home }) => {
  await page.goto(`${home}/t/no-such-table-00`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/no such table/i);
});

test.describe('phone', () => {
  test.use(SIZES.phone);

  test('a pick by finger asks first', async ({ page, home }) => {
    await page.goto(home);
    await page.getByRole('button', { name: 'Play now' }).tap();
    await expect(page.locator('.pill')).toHaveText('Place your first settlement');
    await page.locator('.board [data-pick]').first().tap();
    await expect(page.getByText('Place a settlement here?')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).tap();
    await expect(page.getByText('Place a settlement here?')).toBeHidden();
    await page.locator('.board [data-pick]').first().tap();
    await page.getByRole('button', { name: 'Place', exact: true }).tap();
    await expect(page.locator('.pill')).toHaveText('Place a road beside your new settlement');
  });

  for (const [width, height] of [
    [320, 640],
    [360, 740],
    [844, 390],
    [768, 1024],
  ] as const) {
    test(`the table fits on ${width} by ${height}`, async ({ page, home }) => {
      await page.setViewportSize({ width, height });
      await page.goto(home);
      await page.getByRole('button', { name: 'Play now' }).click();
      await expect(page.locator('.pill')).toHaveText('Place your first settlement');
      await picture(page, `table-${width}x${height}`);
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(excess).toBeLessThanOrEqual(0);
      await expect(page.locator('[data-action=end_turn]')).toBeVisible();
    });
  }
});
