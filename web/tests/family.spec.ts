import { expect, test, type Page } from '@playwright/test';

import { scan, scanTerminal } from './support/camera';
import { HomeNetwork, whyNoHomeNetwork } from './support/home-network';
import { openTable, sitDown } from './support/lobby';
import { Person } from './support/person';
import { SIZES } from './support/test';

/** As the other tests have it: the settings of the runner are for browsers of its own. */
const VISITOR = { locale: 'en-GB', reducedMotion: 'reduce', serviceWorkers: 'block' } as const;

/** What a page reports as an error. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

test('a friend at another device at home joins by what the screen shows, and they play to the end', async () => {
  const lacking = whyNoHomeNetwork();
  test.skip(lacking !== null, lacking ?? undefined);
  test.setTimeout(300_000);
  const network = await HomeNetwork.make();
  try {
    // Somebody starts the program as it is. Nobody else can connect.
    const terminal = await network.start('host');
    const home = await terminal.reads(/Brickwood is at (http:\S+)/);
    expect(home).toBe('http://127.0.0.1:7878');
    await terminal.reads(/(Let devices in my home join)/);
    const phone = await (
      await network.browser('friend')
    ).newContext({ ...SIZES.phone, ...VISITOR });
    const friend = await phone.newPage();
    const desktop = await (
      await network.browser('host')
    ).newContext({ ...SIZES.desktop, ...VISITOR });
    const host = await desktop.newPage();
    const errors = [errorsOf(host), errorsOf(friend)];
    await openTable(host, home, { name: 'Robin', seats: ['human'], points: 3 });
    const invite = host.getByRole('region', { name: 'Invite others' });
    await expect(invite).toContainText('So far only this computer can open the table');
    const picture = invite.getByRole('img', { name: 'QR code of the link' });
    await expect(picture).toHaveCount(0);
    await expect(friend.goto('http://192.168.77.24:7878')).rejects.toThrow(
      'ERR_CONNECTION_REFUSED',
    );

    // One press opens it, and another closes it.
    const open = invite.getByRole('button', { name: 'Let devices in my home join' });
    await open.click();
    await expect(picture).toBeVisible();
    await invite.getByRole('button', { name: 'Close again' }).click();
    await expect(picture).toHaveCount(0);
    await expect(friend.goto('http://192.168.77.24:7878')).rejects.toThrow(
      'ERR_CONNECTION_REFUSED',
    );

    // The page and the terminal show the same address.
    await open.click();
    await expect(picture).toBeVisible();
    const link = (await scan(picture)) ?? '';
    expect(link).toBe(host.url().replace(home, 'http://192.168.77.24:7878'));
    await expect(invite.getByRole('group', { name: 'Link to this table' })).toContainText(link);
    const said = await terminal.reads(/Devices in your home can join at (http:\S+)/);
    expect(new URL(link).origin).toBe(said);
    await expect.poll(() => scanTerminal(terminal.text)).toBe(said);

    // The friend's camera opens the link.
    await friend.goto(link);
    await expect(friend.getByRole('heading', { name: 'Robin invites you' })).toBeVisible();
    // Without https, copying works all the same.
    await friend.getByRole('button', { name: 'Copy link' }).click();
    await expect(friend.getByRole('button', { name: 'Copied' })).toBeVisible();
    await friend.getByRole('textbox', { name: 'Your name' }).fill('');
    await friend.getByRole('textbox', { name: 'Your name' }).press('ControlOrMeta+V');
    await expect(friend.getByRole('textbox', { name: 'Your name' })).toHaveValue(link);
    await sitDown(friend, 'Ida');

    const people = [host, friend].map((page) => new Person(page));
    await Promise.all(people.map((person) => person.playToTheEnd()));
    for (const page of [host, friend]) {
      await expect(page.getByRole('region', { name: /wins?/ })).toBeVisible();
    }
    // But for the attempt to come in before the door was open.
    expect(errors).toEqual([[], []]);

    // The program is started again, and the link works as before.
    const again = await network.restart('host');
    expect(await again.reads(/Devices in your home can join at (http:\S+)/)).toBe(said);
    await friend.goto(link);
    await expect(friend.getByRole('region', { name: /wins?/ })).toBeVisible();

    // Until it is closed.
    await host.goto(`${home}/settings`);
    const opened = host.getByRole('checkbox', { name: 'Let devices in my home join' });
    await expect(opened).toBeChecked();
    await opened.uncheck();
    await expect(opened).not.toBeChecked();
    await again.reads(/(Only this computer can connect)/);
    await expect(friend.goto(link)).rejects.toThrow('ERR_CONNECTION_REFUSED');
  } finally {
    await network.remove();
  }
});
