import type { Browser, Page } from '@playwright/test';

import { expectLooksRight } from './support/checks';
import { openTable, reachedAt, sitDown, stranger } from './support/lobby';
import { expect, SIZES, test } from './support/test';

/** Opens "You", takes a name if there is one, and shows the code for another device. Returns its address. */
async function showCode(page: Page, home: string, name?: string): Promise<string> {
  await reachedAt(page, home);
  await page.goto(`${home}/me`);
  if (name) await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Show the code' }).click();
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  return page.locator('.code .text').innerText();
}

/** Opens a code on another device, and becomes whose it is. */
async function become(page: Page, code: string, name: string): Promise<void> {
  await page.goto(code);
  await expect(page.getByRole('heading', { name: `Play here as ${name}?` })).toBeVisible();
  // Nothing of the secret is left in the address.
  await expect(page).toHaveURL(/\/take-along$/);
  await page.getByRole('button', { name: `Yes, I am ${name}` }).click();
  await expect(page.getByRole('heading', { name: `Welcome back, ${name}!` })).toBeVisible();
  await page.getByRole('button', { name: 'Home' }).click();
  await expect(page).toHaveURL(/\/$/);
}

/** Makes recovery words on "You", and returns them. */
async function makeWords(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Make recovery words' }).click();
  const words = page.getByRole('list', { name: 'Recovery words' }).getByRole('listitem');
  await expect(words).toHaveCount(12);
  return words.allInnerTexts();
}

/** A game of two people that has begun, with the pages of both. */
async function game(host: Page, browser: Browser, home: string): Promise<[string, Page]> {
  await openTable(host, home, { name: 'Robin', seats: ['human'] });
  const link = host.url();
  const ida = await stranger(browser);
  await ida.goto(link);
  await sitDown(ida, 'Ida');
  await expect(host.locator('.pill')).toContainText(/settlement|Rolling/);
  return [link, ida];
}

test('a second device goes on with a game by the code, and is removed again', async ({
  page: host,
  browser,
  home,
}) => {
  const [link, ida] = await game(host, browser, home);
  const desk = await ida.context().newPage();
  const code = await showCode(desk, home);
  const phone = await stranger(browser, SIZES.phone);
  await become(phone, code, 'Ida');
  await expect(desk.getByText('is now one of your devices')).toBeVisible();
  // Every page says so at once, the open table too, until somebody has said that they know it.
  const came = /^Chrome.* has been one of your devices since/;
  await expect(ida.getByText(came)).toBeVisible();
  await ida.getByRole('button', { name: 'Yes, that was me' }).click();
  await expect(ida.getByText(came)).toHaveCount(0);
  await phone.goto(link);
  await expect(phone.getByRole('region', { name: 'Your hand' })).toBeVisible();

  // The code is of no use to whoever has photographed it.
  const late = await stranger(browser);
  await late.goto(code);
  await expect(late.getByRole('alert')).toContainText(
    'This code was used already, or is older than five minutes.',
  );
  await late.context().close();

  const list = desk.getByRole('region', { name: 'Your devices' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await list
    .getByRole('button', { name: /^Remove Chrome/ })
    .last()
    .click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  // Its table closes at once, and it only watches from now on.
  await expect(phone.getByRole('region', { name: 'Your hand' })).toHaveCount(0);
  const removed = phone.getByText('This device was removed from Ida’s devices.');
  await expect(removed).toBeVisible();
  await phone.goto(home);
  await expect(removed).toBeVisible();
  await expect(ida.getByRole('region', { name: 'Your hand' })).toBeVisible();
  for (const page of [ida, phone]) await page.context().close();
});

test('recovery words bring somebody back who has lost all devices', async ({
  page: host,
  browser,
  home,
}) => {
  const [link, lost] = await game(host, browser, home);
  await lost.goto(`${home}/me`);
  const words = await makeWords(lost);
  await lost.context().close();

  const found = await stranger(browser);
  await found.goto(`${home}/take-along`);
  const field = found.getByLabel('Your twelve recovery words');
  await field.fill(words.toReversed().join(' '));
  await found.getByRole('button', { name: 'Continue' }).click();
  await expect(found.getByRole('alert')).toBeVisible();
  await field.fill(words.join('\n').toUpperCase());
  await found.getByRole('button', { name: 'Continue' }).click();
  await found.getByRole('button', { name: 'Yes, I am Ida' }).click();
  await expect(found.getByRole('heading', { name: 'Welcome back, Ida!' })).toBeVisible();
  await found.goto(link);
  await expect(found.getByRole('region', { name: 'Your hand' })).toBeVisible();
  await found.context().close();
});

test('whoever is deleted in a game leaves it to a bot, and no name', async ({
  page: host,
  browser,
  home,
}) => {
  const [link, ida] = await game(host, browser, home);
  await expect(host.getByText('Ida').first()).toBeVisible();
  await ida.goto(`${home}/me`);
  const download = ida.waitForEvent('download');
  await ida.getByRole('link', { name: 'Download everything' }).click();
  expect((await download).suggestedFilename()).toBe('brickwood.json');
  await ida.getByRole('button', { name: 'Delete everything' }).click();
  const first = ida.getByRole('dialog', { name: 'Delete everything about you?' });
  await first.getByRole('button', { name: 'Continue' }).click();
  const second = ida.getByRole('dialog', { name: 'Are you sure?' });
  await second.getByRole('button', { name: 'Delete for good' }).click();
  await expect(ida.getByText('Everything about you is being deleted.')).toBeVisible();
  await expect(host.getByRole('log')).toContainText('A former player leaves for good');
  await expect(host.getByText('Ida', { exact: true })).toHaveCount(0);
  await ida.goto(link);
  await expect(ida.getByRole('region', { name: 'Your hand' })).toHaveCount(0);
  await ida.context().close();
});

for (const [size, options] of Object.entries(SIZES)) {
  test(`oneself and a code look right on ${size}`, async ({ browser, home }) => {
    const page = await stranger(browser, options);
    const code = await showCode(page, home, 'Ida');
    const other = await stranger(browser, options);
    await other.goto(code);
    await expect(other.getByRole('heading', { name: 'Play here as Ida?' })).toBeVisible();
    await expectLooksRight(other, size, 'take-along');
    await other.getByRole('button', { name: 'Cancel' }).click();
    await expectLooksRight(other, size, 'take-along-words');
    await makeWords(page);
    await expectLooksRight(page, size, 'me', { fullPage: true });
    for (const one of [page, other]) await one.context().close();
  });
}
