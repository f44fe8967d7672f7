import type { Page } from '@playwright/test';

import { Authenticator } from './support/authenticator';
import { expectLooksRight } from './support/checks';
import { openTable, sitDown, stranger } from './support/lobby';
import { expect, SIZES, test as base } from './support/test';

/** Passkeys belong to a name: the machine's own, and not its number. */
const test = base.extend({
  home: async ({ server }, use) => {
    await use(`http://localhost:${server.port}`);
  },
});

/** Opens "You" and keeps whoever that is with a passkey. */
async function keep(page: Page, home: string): Promise<Authenticator> {
  const authenticator = await Authenticator.in(page);
  await page.goto(`${home}/me`);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(page.getByText('You now have a passkey: Chrome')).toBeVisible();
  return authenticator;
}

test('a passkey brings somebody back in the middle of a game, until it is removed', async ({
  page: host,
  browser,
  home,
}) => {
  await openTable(host, home, { name: 'Robin', seats: ['human'] });
  const link = host.url();
  const lost = await stranger(browser);
  await lost.goto(link);
  await sitDown(lost, 'Ida');
  await expect(lost.getByRole('region', { name: 'Your hand' })).toBeVisible();
  const desk = await lost.context().newPage();
  const authenticator = await keep(desk, home);
  const passkeys = await authenticator.credentials();
  expect(passkeys).toHaveLength(1);
  await expect(desk.getByRole('listitem').filter({ hasText: 'not used yet' })).toHaveCount(1);

  // Another device, on which she plays under another name.
  const found = await stranger(browser);
  await openTable(found, home, { name: 'Bo', seats: ['human'] });
  await Authenticator.in(found, passkeys);
  await found.goto(`${home}/take-along`);
  await found.getByRole('button', { name: 'I have a passkey' }).click();
  const asked = found.getByRole('dialog', { name: 'Leave these games behind?' });
  await expect(asked).toContainText('This device now plays in 1 game under another name.');
  await asked.getByRole('button', { name: 'Leave them behind' }).click();
  await expect(found.getByRole('heading', { name: 'Welcome back, Ida!' })).toBeVisible();
  await found.getByRole('button', { name: 'Home' }).click();
  await expect(found).toHaveURL(/\/$/);
  await expect(found.getByLabel('Your name')).toHaveValue('Ida');
  await found.goto(link);
  await expect(found.getByRole('region', { name: 'Your hand' })).toBeVisible();

  // The new device leaves the passkey alone for a day; the old one need not wait.
  await found.goto(`${home}/me`);
  const remove = async (page: Page) => {
    const list = page.getByRole('region', { name: 'Passkeys' });
    await expect(list.getByRole('listitem')).toContainText('last used on');
    await list.getByRole('button', { name: /^Remove the passkey/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    return list;
  };
  await remove(found);
  await expect(found.getByRole('alert')).toContainText('This device is new here.');
  await desk.reload();
  const left = await remove(desk);
  await expect(left.getByRole('listitem')).toHaveCount(0);
  const late = await stranger(browser);
  await Authenticator.in(late, passkeys);
  await late.goto(`${home}/take-along`);
  await late.getByRole('button', { name: 'I have a passkey' }).click();
  await expect(late.getByRole('alert')).toHaveText('This passkey is not known here.');
  for (const page of [lost, found, late]) await page.context().close();
});

test('without a passkey nothing happens, and an address in numbers offers none', async ({
  page,
  home,
  server,
}) => {
  await Authenticator.in(page);
  await page.goto(`${home}/take-along`);
  await page.getByRole('button', { name: 'I have a passkey' }).click();
  await expect(page.getByText('No passkey was used.')).toBeVisible();
  for (const path of ['me', 'take-along']) {
    await page.goto(`${server.url}/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(/passkey/i)).toHaveCount(0);
  }
});

for (const [size, options] of Object.entries(SIZES)) {
  test(`passkeys look right on ${size}`, async ({ browser, home }) => {
    const page = await stranger(browser, options);
    await keep(page, home);
    await expectLooksRight(page, size, 'me-passkeys', { fullPage: true });
    await page.getByRole('button', { name: 'Add another passkey' }).click();
    await expect(page.getByText('already has a passkey of yours')).toBeVisible();
    await page.goto(`${home}/take-along`);
    await expect(page.getByRole('button', { name: 'I have a passkey' })).toBeVisible();
    await expectLooksRight(page, size, 'take-along-passkey');
    await page.context().close();
  });
}
