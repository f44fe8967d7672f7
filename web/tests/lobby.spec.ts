import type { Page } from '@playwright/test';

import { expectFocusKept, expectLooksRight } from './support/checks';
import type { Addresses } from '../src/lib/base/protocol';
import { changeSetup, linkOf, openTable, reachedAt, sitDown, stranger } from './support/lobby';
import { expect, SIZES, test } from './support/test';
import { Typist } from './support/typist';

test('the host arranges the seats, and hands the table over', async ({
  page: host,
  browser,
  home,
}) => {
  await openTable(host, home, { name: 'Robin', seats: ['human', 'human', 'human'] });
  const start = host.getByRole('button', { name: 'Start the game' });
  await expect(start).toHaveAttribute('aria-disabled', 'true');
  await expect(start).toHaveAccessibleDescription(/3 seats are open/);

  const ida = await stranger(browser);
  await ida.goto(host.url());
  await ida.getByLabel('Seat', { exact: true }).selectOption({ label: 'Seat 3, amber' });
  await sitDown(ida, 'Ida');
  await expect(host.getByRole('button', { name: 'Remove: Ida' })).toBeVisible();
  await expect(host.getByLabel('Seat 3 is for')).toHaveCount(0);

  // A guest can arrange nothing.
  await expect(ida.getByLabel('Seat 2 is for')).toHaveCount(0);
  await host.getByLabel('Seat 2 is for').selectOption('local');
  await host.getByLabel('Name of the player on seat 2').fill('Mia');
  await host.keyboard.press('Tab');
  await expect(ida.getByRole('listitem').filter({ hasText: 'Mia' })).toContainText('Robin');
  await host.getByRole('button', { name: 'Make host: Ida' }).click();
  await expect(ida.getByRole('heading', { name: 'Your table' })).toBeVisible();
  await expect(host.getByRole('heading', { name: 'Ida’s table' })).toBeVisible();
  await expectFocusKept(host, 'after handing the table over');
  await expectFocusKept(ida, 'after taking a seat');

  // The new host removes nobody, but leaves a seat out, and the game begins with three.
  await ida.getByLabel('Seat 4 is for').selectOption('locked');
  await expect(ida.locator('.pill')).toContainText(/settlement|Rolling|road/);
  await expect(ida.getByRole('region', { name: 'Players' }).getByRole('listitem')).toHaveCount(3);
  await ida.context().close();
});

test('a guest has one more person at their device, whom the host can send away', async ({
  page: host,
  browser,
  home,
}) => {
  await openTable(host, home, { name: 'Robin', seats: ['human', 'human', 'human'] });
  const ida = await stranger(browser, SIZES.phone);
  await ida.goto(host.url());
  const oneMore = ida.getByRole('button', { name: 'One more on this device' });
  await expect(oneMore).toHaveCount(0);
  await sitDown(ida, 'Ida');
  const mia = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Mia' });
  const comes = async () => {
    await oneMore.click();
    // There is one, so that nobody takes all seats.
    await expect(oneMore).toBeHidden();
    await ida.getByLabel('Name of the player on seat 3').fill('Mia');
    await ida.keyboard.press('Tab');
    await expect(mia(ida)).toContainText('On this device');
    await expect(mia(host)).toContainText('On Ida’s device');
  };
  await comes();
  await expectLooksRight(ida, 'phone', 'waiting-one-more');
  await ida.getByRole('button', { name: 'Remove: Mia' }).click();
  await expect(mia(host)).toHaveCount(0);
  await comes();
  await host.getByRole('button', { name: 'Remove: Mia' }).click();
  await host
    .getByRole('dialog', { name: 'Remove Mia?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(mia(ida)).toHaveCount(0);
  await expect(ida.getByRole('listitem').filter({ hasText: 'Ida' })).toBeVisible();
  await comes();

  await host.getByLabel('Seat 4 is for').selectOption('locked');
  await expect(host.locator('.pill')).toContainText(/settlement|Rolling|road/);
  // The device goes from one to the other.
  const screen = ida.getByRole('heading', { name: /^Hand the device to (Ida|Mia)$/ });
  await expect(screen.or(ida.locator('.pill'))).toBeVisible();
  await expect(host.getByRole('region', { name: 'Players' })).toContainText('Mia');
  await ida.context().close();
});

test('who leaves opens a seat', async ({ page: host, browser, home }) => {
  await openTable(host, home, { name: 'Robin', seats: ['human', 'human'] });
  const ida = await stranger(browser);
  await ida.goto(host.url());
  await sitDown(ida, 'Ida');
  await expect(host.getByRole('listitem').filter({ hasText: 'Ida' })).toContainText('Ready');
  await ida.getByRole('button', { name: 'Leave the table' }).click();
  await ida.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(ida).toHaveURL(`${home}/`);
  await expect(host.getByText('2 seats still open')).toBeVisible();
  await ida.context().close();
});

test('a host starts without somebody only after a question, which ends when they are back', async ({
  page: host,
  browser,
  home,
}) => {
  await openTable(host, home, { name: 'Robin', seats: ['human'], start: 'host' });
  const ida = await stranger(browser);
  await ida.goto(host.url());
  await sitDown(ida, 'Ida');
  const row = host.getByRole('listitem').filter({ hasText: 'Ida' });
  await expect(row).toContainText('Ready');
  await ida.goto('about:blank');
  await expect(row).toContainText('Not here');
  await host.getByRole('button', { name: 'Start the game' }).click();
  const question = host.getByRole('dialog', { name: 'Start the game now?' });
  await expect(question).toContainText('Not here at the moment: Ida.');
  await ida.goto(host.url());
  for (const page of [host, ida]) await expect(page.locator('.pill')).toContainText(/settlement/);
  await ida.context().close();
});

test('a host removes a guest only after a question', async ({ page: host, browser, home }) => {
  await openTable(host, home, { name: 'Robin', seats: ['human', 'human'] });
  const ida = await stranger(browser);
  await ida.goto(host.url());
  await sitDown(ida, 'Ida');
  await host.getByRole('button', { name: 'Remove: Ida' }).click();
  const question = host.getByRole('dialog', { name: 'Remove Ida?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(host.getByRole('listitem').filter({ hasText: 'Ida' })).toContainText('Ready');
  await host.getByRole('button', { name: 'Remove: Ida' }).click();
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(host.getByText('2 seats still open')).toBeVisible();
  await ida.context().close();
});

test('a code that nobody waits under says so', async ({ page, home }) => {
  await page.goto(home);
  await page.getByLabel('Join with a code').fill('zzz zzz');
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('No table has this code');
});

test('a name is remembered by the server, for another browser page of the same guest', async ({
  page,
  home,
}) => {
  await page.goto(home);
  await expect(page.getByLabel('Your name')).not.toHaveValue('');
  await page.getByLabel('Your name').fill('Robin');
  const renamed = page.waitForResponse((response) => response.url().endsWith('/api/me'));
  await page.keyboard.press('Tab');
  expect((await renamed).status()).toBe(204);
  await page.evaluate(() => {
    localStorage.clear();
  });
  // The settings are written when the page goes.
  await page.addInitScript(() => {
    localStorage.clear();
  });
  await page.goto(home);
  await expect(page.getByLabel('Your name')).toHaveValue('Robin');
});

test('no name is put before whoever is about to type their own', async ({ page, home }) => {
  let answer = () => {};
  await page.route('**/api/me', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve));
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/me');
  // The home page does not ask: the name comes with it.
  await page.goto(`${home}/new`);
  await asked;
  const field = page.getByLabel('Your name');
  await field.focus();
  const answered = page.waitForResponse('**/api/me');
  answer();
  await answered;
  await page.keyboard.type('Robin');
  await expect(field).toHaveValue('Robin');
});

test('what is said is text, can be muted, and is marked as new', async ({
  page: host,
  browser,
  home,
}) => {
  await openTable(host, home, { name: 'Robin', seats: ['human'] });
  const ida = await stranger(browser, SIZES.phone);
  await ida.goto(host.url());
  await sitDown(ida, 'Ida');
  await expect(host.locator('.pill')).toBeVisible();

  await ida.getByRole('button', { name: 'Chat' }).click();
  await ida.getByText('Phrases', { exact: true }).click();
  await ida.getByRole('button', { name: 'Good luck!' }).click();
  const chat = host.getByRole('tab', { name: /Chat/ });
  await expect(chat).toContainText('1 new');
  await chat.click();
  const lines = host.getByRole('log', { name: 'Chat' });
  await expect(lines).toContainText('Ida Good luck!');
  await expect(chat).not.toContainText('new');

  const markup = '<img src=x onerror="document.title=\'owned\'"><b>bold</b>';
  await ida.getByLabel('Say something').fill(markup);
  await ida.keyboard.press('Enter');
  await expect(lines).toContainText(markup);
  await expect(lines.locator('img, b')).toHaveCount(0);

  await host.getByText('Mute', { exact: true }).click();
  await host.getByRole('button', { name: 'Ida', exact: true }).click();
  await expect(lines).not.toContainText('Good luck!');
  await host.reload();
  await host.getByRole('tab', { name: /Chat/ }).click();
  await expect(host.getByRole('log', { name: 'Chat' })).toContainText('No messages yet');

  // In a game, its host takes no words from anybody.
  await host.getByRole('button', { name: 'Table and players' }).click();
  const sheet = host.getByRole('dialog', { name: 'Table and players' });
  await expect(sheet.getByText('Chat', { exact: true }).first()).toBeVisible();
  await expect(sheet.getByRole('radio', { name: 'Phrases only' })).toHaveCount(0);
  await ida.context().close();
});

test('who is muted is heard by the others alone, and the host limits the chat for all', async ({
  page: host,
  browser,
  home,
}) => {
  await openTable(host, home, { name: 'Robin', seats: ['human', 'human', 'human'] });
  const [ida, olaf] = [await stranger(browser), await stranger(browser)];
  for (const [page, name] of [
    [ida, 'Ida'],
    [olaf, 'Olaf'],
  ] as const) {
    await page.goto(host.url());
    await sitDown(page, name);
  }
  const say = async (page: typeof host, words: string) => {
    await page.getByLabel('Say something').fill(words);
    await page.keyboard.press('Enter');
  };
  const lines = (page: typeof host) => page.getByRole('log', { name: 'Chat' });

  await ida.getByText('Mute', { exact: true }).click();
  const mute = ida.getByRole('button', { name: 'Robin', exact: true });
  await mute.and(ida.locator('[aria-pressed]')).click();
  await say(host, 'Only Olaf reads this');
  await expect(lines(olaf)).toContainText('Robin Only Olaf reads this');
  // Said after it, and read by both: nothing is on its way any more.
  await say(olaf, 'All read this');
  await expect(lines(ida)).toContainText('Olaf All read this');
  await expect(lines(ida)).not.toContainText('Only Olaf');

  await changeSetup(host, async (sheet) => {
    await sheet.getByText('The table', { exact: true }).click();
    await sheet.getByRole('radio', { name: 'Phrases only' }).check();
  });
  for (const page of [ida, olaf]) {
    await expect(page.getByText('Only phrases can be sent')).toBeVisible();
    await expect(page.getByLabel('Say something')).toHaveCount(0);
  }
  await olaf.getByRole('button', { name: 'Hello!' }).click();
  await expect(lines(ida)).toContainText('Olaf Hello!');
  await changeSetup(host, async (sheet) => {
    await sheet.getByText('The table', { exact: true }).click();
    await sheet.getByRole('group', { name: 'Chat' }).getByRole('radio', { name: 'Off' }).check();
  });
  for (const page of [ida, olaf]) {
    await expect(page.getByText('The host has switched the chat off.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Hello!' })).toHaveCount(0);
  }
  for (const page of [ida, olaf]) await page.context().close();
});

/** A server that only its machine can reach, and that cannot be opened at first. */
async function closedServer(page: Page): Promise<void> {
  const closed: Addresses = {
    type: 'machine',
    can_open: true,
    command: 'brickwood --host 0.0.0.0',
  };
  const home: Addresses = {
    type: 'network',
    urls: ['http://192.168.1.24:7878'],
    can_close: true,
    unvisited: false,
  };
  const refusal = {
    code: 'home_address_taken',
    arguments: { address: '192.168.1.24:7878' },
    ...{ clause: null, message: '', details: [], line: null },
  };
  let known = closed as Addresses;
  let tried = 0;
  await page.route('**/api/addresses', (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: known });
    if (++tried === 1) return route.fulfill({ status: 503, json: refusal });
    known = home;
    return route.fulfill({ json: known });
  });
}

test('what keeps a server from being opened is said with the command, and the link once it is open', async ({
  page,
  home,
}) => {
  await closedServer(page);
  await openTable(page, home, { name: 'Robin', seats: ['human'] });
  const invite = page.getByRole('region', { name: 'Invite others' });
  await expect(invite.getByRole('img')).toHaveCount(0);
  await expect(invite).not.toContainText(home);
  const open = invite.getByRole('button', { name: 'Let devices in my home join' });
  await open.click();
  await expect(invite.getByRole('alert')).toContainText('192.168.1.24:7878');
  await expect(invite.getByText('brickwood --host 0.0.0.0')).toBeVisible();
  await open.click();
  await expect(open).toBeHidden();
  const { pathname } = new URL(page.url());
  expect(await linkOf(page)).toBe(`http://192.168.1.24:7878${pathname}`);

  // Where nothing may be copied, the link is selected, and a person does it.
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });
  await invite.getByRole('button', { name: 'Copy link' }).click();
  await expect(invite.getByRole('alert')).toHaveText('Press Ctrl+C to copy the link.');
  const selected = await page.evaluate(() => getSelection()?.toString());
  expect(selected).toBe(`http://192.168.1.24:7878${pathname}`);
});

test('in the text view, a server is opened and its link read by typed commands', async ({
  page,
  home,
}) => {
  await closedServer(page);
  await page.goto(`${home}/new?view=text`);
  await page.getByLabel('Seat 2', { exact: true }).selectOption('human');
  await page.getByRole('button', { name: 'Open the table' }).click();
  const field = page.getByRole('combobox', { name: 'Type a command' });
  const type = async (line: string) => {
    await field.fill(line);
    await field.press('Enter');
  };
  const said = page.getByRole('log', { name: 'What was typed and said' });
  // The page before has such a field as well.
  await expect(said).toContainText('1 seat still open');
  await type('link');
  await expect(said).toContainText('So far only this computer can open the table.');
  await expect(said).toContainText('Type let devices join');
  await type('let devices join');
  await expect(said.locator('.problem').last()).toContainText('brickwood --host 0.0.0.0');
  await type('Let devices in my home join');
  await expect(said).toContainText(`http://192.168.1.24:7878${new URL(page.url()).pathname}`);
});

test('a newcomer joins by keyboard alone', async ({ page: host, browser, home }) => {
  await openTable(host, home, { name: 'Robin', seats: ['human', 'easy'] });
  const ida = await stranger(browser);
  await ida.goto(host.url());
  await expect(ida.getByRole('button', { name: 'Take a seat' })).toBeVisible();
  const typist = new Typist(ida);
  await typist.tabTo('Your name');
  await ida.keyboard.press('ControlOrMeta+A');
  await ida.keyboard.type('Ida');
  await typist.tabTo('Take a seat');
  await ida.keyboard.press('Enter');
  await expect(ida.locator('.pill')).toContainText(/settlement|Rolling|road/);
  await expect(host.getByRole('region', { name: 'Players' })).toContainText('Ida');
  await ida.context().close();
});

for (const [size, device] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use(device);

    test('every page on the way to a game is accessible and fits', async ({
      page,
      browser,
      home,
    }) => {
      test.setTimeout(120_000);
      const look = (at: typeof page, name: string, fullPage = true) =>
        expectLooksRight(at, size, name, { fullPage });

      await openTable(page, home, {
        name: 'Robin',
        seats: ['human', 'local', 'human'],
        choose: async (open) => {
          await open.getByRole('radio', { name: 'For the whole game' }).check();
          await open.getByRole('radio', { name: 'With a delay' }).check();
          await look(open, 'new-table');
        },
      });
      await look(page, 'waiting-host');
      await reachedAt(page, 'http://192.168.1.24:7878', 'http://10.8.0.2:7878');
      await page.reload();
      await page.getByText('Not working? Try another address').click();
      await expect(page.getByRole('img', { name: 'QR code of the link' })).toHaveCount(2);
      await look(page, 'waiting-host-home');
      const ida = await stranger(browser, device);
      await ida.goto(page.url());
      await expect(ida.getByRole('button', { name: 'Take a seat' })).toBeVisible();
      await look(ida, 'waiting-newcomer');
      await sitDown(ida, 'Ida');
      await ida.getByText('Phrases', { exact: true }).click();
      await ida.getByRole('button', { name: 'Hello!' }).click();
      await expect(ida.getByRole('log', { name: 'Chat' })).toContainText('Hello!');
      await look(ida, 'waiting-guest');

      await page.getByLabel('Seat 4 is for').selectOption('easy');
      await expect(page.getByRole('heading', { name: /^Hand the device/ })).toBeVisible();
      await look(page, 'hand-over', false);
      await expect(ida.locator('.pill')).toBeVisible();
      if (size === 'phone') await ida.getByRole('button', { name: 'Chat' }).click();
      else await ida.getByRole('tab', { name: /Chat/ }).click();
      await expect(ida.getByRole('log', { name: 'Chat' })).toBeVisible();
      await look(ida, 'chat', false);
      await ida.getByRole('tab', { name: 'Dice' }).click();
      await expect(ida.getByText('number rolled')).toBeVisible();
      await look(ida, 'dice', false);
      if (size === 'phone') await ida.keyboard.press('Escape');
      await ida.getByRole('button', { name: 'Table and players' }).click();
      await expect(ida.getByRole('heading', { name: 'The dice' })).toBeVisible();
      await look(ida, 'table-sheet', false);
      await ida.context().close();
    });
  });
}
