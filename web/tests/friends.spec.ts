import type { ServerMessage } from '../src/lib/base/protocol';
import { expectAccessible } from './support/checks';
import { linkOf, openTable, reachedAt, sitDown, stranger } from './support/lobby';
import { SocketTap } from './support/socket-tap';
import { Person } from './support/person';
import { expect, inEitherView, SIZES, test } from './support/test';
import { logOf, places } from './support/views';

/** Whether what a spectator was told holds anything that only a player may know. */
function secrets(heard: readonly string[]): string[] {
  return (
    heard
      .map((text) => JSON.parse(text) as ServerMessage)
      .flatMap((message) =>
        message.type === 'welcome' || message.type === 'update' ? [message.update] : [],
      )
      // A card that wins is shown.
      .filter(({ view }) => view.phase.type !== 'over')
      .flatMap(({ view, choices, log }) => [
        ...(view.own ? ['a hand'] : []),
        ...(choices.to_act ? ['a choice'] : []),
        ...log.flatMap(({ events }) =>
          events.flatMap((event) => {
            if (event.type === 'bought' && event.card !== null) return ['a bought card'];
            return event.type === 'stolen' && event.resource !== null ? ['a stolen card'] : [];
          }),
        ),
      ])
  );
}

test('four on desk and phone play to the end: by link and by code, cut off and back, one gone, one watching', async ({
  page: host,
  browser,
  home,
}) => {
  test.setTimeout(240_000);
  await reachedAt(host, home);
  await openTable(host, home, { name: 'Robin', seats: ['human', 'human', 'human'], points: 3 });
  await expect(host.getByText('3 seats still open')).toBeVisible();
  const link = await linkOf(host);
  const code = (await host.locator('.code strong').textContent()) ?? '';

  // Ida comes by the link, on a phone.
  const ida = await stranger(browser, SIZES.phone);
  const line = await new SocketTap().lay(ida);
  await ida.goto(link);
  await expect(ida.getByRole('heading', { name: 'Robin’s table' })).toBeVisible();
  await sitDown(ida, 'Ida');
  await expect(host.getByText('2 seats still open')).toBeVisible();
  await expect(host.getByRole('listitem').filter({ hasText: 'Ida' })).toContainText('Ready');

  // Olaf comes by the code, and Mia by the link again.
  const olaf = await stranger(browser);
  await olaf.goto(home);
  await olaf.getByLabel('Join with a code').fill(` ${code.toUpperCase()} `);
  await olaf.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(olaf).toHaveURL(link);
  await sitDown(olaf, 'Olaf');
  // She likes to have the table in words.
  const mia = await stranger(browser);
  await mia.goto(`${link}?view=text`);
  await sitDown(mia, 'Mia');
  for (const page of [host, ida, olaf, mia]) {
    await expect(page.locator('.pill')).toContainText(/settlement|Rolling|road/);
  }

  // Somebody only watches.
  const watcher = await stranger(browser);
  const window = await new SocketTap().lay(watcher);
  await watcher.goto(link);
  await expect(watcher.getByText('Watching', { exact: true })).toBeVisible();
  await expect(watcher.getByRole('region', { name: 'Your hand' })).toHaveCount(0);
  await expect(host.getByText('1 watching')).toBeVisible();

  const people = [host, ida, olaf, mia].map((page) => new Person(page));
  await Promise.all(
    people.map((person) => person.playUntil(({ status }) => /Turn|turn|roll/.test(status))),
  );
  const players = host.getByRole('region', { name: 'Players' });
  await expect(players.getByText('left: 13 roads, 3 settlements')).toHaveCount(4);

  // Ida is cut off: the others see it, and she comes back to everything that she has missed.
  await line.cut();
  await expect(ida.getByText('Connection lost')).toBeVisible();
  await expect(players).toContainText('not here');
  line.mend();
  await expect(ida.getByText('Connection lost')).toBeHidden({ timeout: 20_000 });
  await expect(players).not.toContainText('not here');

  // Olaf leaves for good, and a bot plays on.
  await olaf.getByRole('button', { name: 'Table and players' }).click();
  await olaf.getByRole('button', { name: 'Leave for good' }).click();
  await olaf
    .getByRole('dialog', { name: 'Leave for good?' })
    .getByRole('button', { name: 'Leave for good' })
    .click();
  await expect(olaf).toHaveURL(`${home}/`);
  await expect(host.getByRole('log')).toContainText('Olaf leaves for good');

  const staying = people.filter((person) => person.page !== olaf);
  await Promise.all(staying.map((person) => person.playToTheEnd()));
  for (const page of [host, ida, mia, watcher]) {
    await expect(page.getByRole('region', { name: /win/ })).toBeVisible();
  }
  expect(window.heard.length).toBeGreaterThan(10);
  expect(secrets(window.heard)).toEqual([]);
  const lastTurn = async (page: typeof host) =>
    /Turn \d+/.exec(await page.getByRole('log').locator('.turn').last().innerText())?.[0];
  const end = await lastTurn(watcher);
  expect(end).toMatch(/^Turn/);
  // The log waits for a while where the pointer lies in it.
  await expect.poll(() => lastTurn(host), { timeout: 15_000 }).toBe(end);

  // The end leads all to the next table; who plays again is seen in its waiting room.
  await mia.getByRole('link', { name: 'Replay and analysis' }).click();
  await host.getByRole('button', { name: 'Rematch' }).click();
  await expect(host.getByRole('heading', { name: 'Your table' })).toBeVisible();
  for (const [page, name] of [
    [ida, 'Ida'],
    [mia, 'Mia'],
  ] as const) {
    // Whoever looks back at the game is asked there.
    const words = page === mia ? 'Robin is waiting for you' : 'Robin wants a rematch';
    const invitation = page.locator('.invitation', { hasText: words });
    await expect(invitation).toBeInViewport({ ratio: 1 });
    await invitation.getByRole('link', { name: 'Join' }).click();
    await expect(host.getByRole('listitem').filter({ hasText: name })).toContainText('Ready');
  }
  await watcher.getByRole('link', { name: 'Watch the rematch' }).click();
  await expect(watcher).toHaveURL(host.url());
  await host.getByLabel('Seat 3 is for').selectOption('easy');
  for (const page of [host, ida, mia, watcher]) {
    await expect(page.locator('.pill')).toContainText(/settlement|Rolling|road/);
  }
  for (const page of [ida, olaf, mia, watcher]) await page.context().close();
});

inEitherView('board', () => {
  test('a table waits for who is away, until the host lets a bot play, and they come back', async ({
    page: host,
    browser,
    home,
  }) => {
    await openTable(host, home, {
      name: 'Robin',
      seats: ['human'],
      choose: async (page) => {
        await page.getByRole('radio', { name: 'For each turn' }).check();
        await page.getByRole('radio', { name: 'The game waits' }).check();
        await page.getByLabel('after', { exact: true }).selectOption('10');
      },
    });
    const ida = await stranger(browser);
    const line = await new SocketTap().lay(ida);
    await ida.goto(host.url());
    await sitDown(ida, 'Ida');
    await expect(host.locator('.pill')).toContainText(/settlement|Rolling/);
    // Everybody has a clock, and one of them runs.
    const players = host.getByRole('region', { name: 'Players' });
    await expect(players).toContainText(/[12]:\d\d/);

    await line.cut();
    await expect(host.getByText('Paused: waiting for Ida')).toBeVisible({ timeout: 20_000 });
    await expect(host.locator('.pill')).toHaveText('The game is paused');
    await host.getByRole('button', { name: 'Let a bot play for Ida' }).click();
    await expect(host.getByText('Paused: waiting for Ida')).toBeHidden();
    await expect(logOf(host)).toContainText('A bot plays for Ida');
    line.mend();
    await expect(logOf(host)).toContainText('Ida is back', { timeout: 20_000 });

    await host.getByRole('button', { name: 'Table and players' }).click();
    await host.getByRole('button', { name: 'Pause the game' }).click();
    await host.keyboard.press('Escape');
    await expect(ida.getByText('Robin has paused the game')).toBeVisible();
    await host.getByRole('button', { name: 'Resume' }).click();
    await expect(ida.getByText('Robin has paused the game')).toBeHidden();
    await ida.context().close();
  });

  test('people at one device hand it over, and see nobody else’s cards', async ({ page, home }) => {
    test.setTimeout(240_000);
    await page.goto(`${home}/`);
    await page.getByRole('link', { name: /Same device/ }).click();
    await page.getByLabel('Your name').fill('Robin');
    await page.getByRole('radio', { name: '2', exact: true }).check();
    await page.getByLabel('Name of the player on seat 2').fill('Mia');
    await page.getByRole('button', { name: 'Start the game' }).click();

    const screen = page.getByRole('heading', { name: /^Hand the device to/ });
    const taken: string[] = [];
    // Each of both places twice; who begins again is who was last, and keeps the device.
    for (let placed = 0; placed < 4; placed++) {
      await expect(screen.or(page.locator('.pill.act'))).toBeVisible();
      if (await screen.isVisible()) {
        await expect(page.locator('[data-region=hand], [data-region=board]')).toHaveCount(0);
        const name = ((await screen.textContent()) ?? '').replace('Hand the device to ', '');
        taken.push(name);
        await expect(page.getByRole('button', { name: `I am ${name}` })).toBeFocused();
        await page.keyboard.press('Enter');
      }
      await expect(page.locator('.pill')).toContainText(/Place your (first|second) settlement/);
      await places(page).first().click();
      await expect(page.locator('.pill')).toContainText('Place a road');
      await places(page).first().click();
      await page.getByRole('button', { name: 'Place', exact: true }).click();
      await expect(page.locator('.pill', { hasText: 'Place a road' })).toHaveCount(0);
    }
    const [first, second] = taken;
    expect(taken.slice(0, 3)).toEqual([first, second, first]);
    expect([first, second].sort()).toEqual(['Mia', 'Robin']);

    // Whoever opens the page anew has to say who they are.
    await page.reload();
    await expect(screen).toBeVisible();
    await expect(page.locator('[data-region=hand], [data-region=board]')).toHaveCount(0);
    await expectAccessible(page, 'hand over');
  });
});

test('people at one device play to the end, and go on to a rematch together', async ({
  page,
  home,
}) => {
  test.setTimeout(240_000);
  await page.goto(`${home}/`);
  await page.getByRole('link', { name: /Same device/ }).click();
  await page.getByLabel('Your name').fill('Robin');
  await page.getByRole('radio', { name: '2', exact: true }).check();
  await page.getByLabel('Name of the player on seat 2').fill('Mia');
  await page.getByLabel('Points to win').fill('3');
  await page.getByRole('button', { name: 'Start the game' }).click();
  const both = new Person(page);
  await both.playToTheEnd();
  expect(both.done.get('settlement')).toBeGreaterThanOrEqual(2);
  expect(both.done.get('take the device')).toBeGreaterThanOrEqual(2);
  const first = page.url();
  await page.getByRole('button', { name: 'Rematch' }).click();
  await expect(page).not.toHaveURL(first);
  const screen = page.getByRole('heading', { name: /^Hand the device to (Mia|Robin)$/ });
  await expect(screen.or(page.locator('.pill.act'))).toBeVisible();
  await both.playUntil(({ status }) => status.startsWith('Place your second'));
});
