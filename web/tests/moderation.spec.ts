import { readFile } from 'node:fs/promises';

import type { Browser, Locator, Page } from '@playwright/test';

import { expectAccessible, expectFits, expectLooksRight } from './support/checks';
import { LOOKED_AT } from './support/languages';
import { openTable, sitDown, stranger } from './support/lobby';
import { picture } from './support/pictures';
import { Server } from './support/server';
import { expect, SIZES, test as base } from './support/test';

/** Each test has a site of its own: what its host decides holds for all who are there. */
const test = base.extend<{ site: Server }>({
  // Playwright finds out what a fixture needs by its first parameter's pattern.
  // eslint-disable-next-line no-empty-pattern
  site: async ({}, use) => {
    const site = await Server.site();
    await use(site);
    await site.stop();
  },
});

/** A browser that has opened the host's page by a link of the program. */
async function hostOf(site: Server, browser: Browser, size?: object): Promise<Page> {
  const host = await stranger(browser, size);
  await host.goto(await site.command('link'));
  await expect(host.getByRole('tablist', { name: 'Parts of this page' })).toBeVisible();
  return host;
}

/** A table of Robin, at which Ida waits for the game, too. */
async function waiting(
  site: Server,
  browser: Browser,
  size?: object,
): Promise<{ robin: Page; ida: Page; link: string }> {
  const robin = await stranger(browser, size);
  await openTable(robin, site.url, { name: 'Robin', seats: ['human', 'human'], start: 'host' });
  const link = robin.url();
  const ida = await stranger(browser, size);
  await ida.goto(link);
  await sitDown(ida, 'Ida');
  await expect(robin.getByRole('button', { name: 'About Ida' })).toBeVisible();
  return { robin, ida, link };
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Say something').fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}

/** What the host's page shows of its parts. */
const PART = '[role=tabpanel]';

/** Opens a part of the host's page. */
async function part(host: Page, name: string | RegExp): Promise<Locator> {
  await host.getByRole('tab', { name }).click();
  return host.getByRole('tabpanel');
}

const closeAll = (...pages: readonly Page[]) =>
  Promise.all(pages.map((page) => page.context().close()));

test('a report from the chat reaches the host with what was said; the warning is read, and the reporter hears of it', async ({
  browser,
  site,
}) => {
  const { robin, ida } = await waiting(site, browser);
  await say(robin, 'Good evening.');
  await say(ida, 'You are all <b>fools</b>.');
  await robin.getByRole('button', { name: /^Ida: block, or report/ }).click();
  const dialog = robin.getByRole('dialog', { name: 'Ida' });
  await expect(dialog).toContainText('You are all <b>fools</b>.');
  await expect(dialog).toContainText('up to ten messages of each player around it');
  await expect(dialog.getByRole('button', { name: 'Send the report' })).toBeDisabled();
  await dialog.getByLabel('Insults, hate or threats').check();
  await dialog.getByLabel('In your own words').fill('Not nice.');
  await dialog.getByRole('button', { name: 'Send the report' }).click();
  await expect(dialog.getByText('Your report has been sent')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  const link = await site.command('link');
  const host = await stranger(browser);
  await host.goto(link);
  const report = host.getByRole('article', { name: 'Report 1 about Ida' });
  // Above all, how the site is.
  await expect(host.getByRole('region', { name: 'Now' })).toContainText(
    'none yet: the server makes one every day',
  );
  await expect(report).toContainText('Insults, hate or threats');
  await expect(report).toContainText('Not nice.');
  await expect(report).toContainText('Robin, at the table');
  await expect(report.locator('.meant')).toHaveText(/Ida\s+You are all <b>fools<\/b>\.\s+reported/);
  await expect(report).toContainText('Good evening.');
  // Nothing of the secret is left in the address.
  expect(host.url()).toBe(`${site.url}/host`);

  // The link is of no use to whoever finds it later.
  const late = await stranger(browser);
  await late.goto(link);
  await expect(late.getByRole('alert')).toContainText('This link has already been used');
  await expect(late.getByText('brickwood site link')).toBeVisible();

  await report.getByRole('button', { name: 'Warn: Ida' }).click();
  const decision = host.getByRole('dialog', { name: 'Warn: Ida' });
  await decision.getByLabel('Message to Ida').fill('Please be kind.');
  await decision.getByLabel('Note for the log').fill('the first time');
  await decision.getByRole('button', { name: 'Warn' }).click();
  await expect(decision).toBeHidden();
  await expect(host.getByText('Done. It’s in the log.')).toBeVisible();
  await expect(host.getByText('There are no open reports.')).toBeVisible();
  const log = await part(host, 'Log');
  await expect(log.getByRole('listitem').first()).toContainText('Warned Ida: Insults');
  await expect(log).toContainText('reports 1 · message: “Please be kind.” · note: the first time');

  await ida.goto(site.url);
  const notes = ida.getByRole('complementary', { name: 'Messages from the moderators' });
  await expect(notes).toContainText('The moderators of this site have warned you. Reason: insults');
  await expect(notes).toContainText('Please be kind.');
  await ida.getByRole('button', { name: 'Play now' }).click();
  await expect(ida.getByRole('alert')).toContainText('have warned you. Read it first.');
  await notes.getByRole('button', { name: 'I’ve read this' }).click();
  await expect(notes).toBeHidden();
  await ida.getByRole('button', { name: 'Play now' }).click();
  await expect(ida).toHaveURL(/\/t\//);

  await robin.goto(site.url);
  const heard = robin.getByRole('complementary', { name: 'Messages from the moderators' });
  await expect(heard).toContainText('The moderators have warned this person.');
  await heard.getByRole('button', { name: 'Done' }).click();
  await expect(heard).toBeHidden();
  await robin.reload();
  await expect(robin.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(heard).toBeHidden();
  await closeAll(robin, ida, host, late);
});

test('a suspension stops new tables and says until when, and is lifted', async ({
  browser,
  site,
}) => {
  const { robin, ida } = await waiting(site, browser);
  const host = await hostOf(site, browser);
  let panel = await part(host, 'Tables');
  // Whom the command line and the list of moderators call by these digits.
  await expect(panel.locator('.id').last()).toHaveText(/^[0-9a-f]{16}$/);
  await panel.getByText('Decide').last().click();
  await panel.getByRole('button', { name: 'Suspend: Ida' }).click();
  const decision = host.getByRole('dialog', { name: 'Suspend: Ida' });
  await decision.getByLabel('For how long').selectOption('3 days');
  await decision.getByLabel('Reason').selectOption('Spoiling the game on purpose');
  await decision.getByLabel('Message to Ida').fill('You left ten games.');
  await decision.getByRole('button', { name: 'Suspend' }).click();
  await expect(decision).toBeHidden();

  await ida.goto(site.url);
  const notes = ida.getByRole('complementary', { name: 'Messages from the moderators' });
  const until = /have suspended you until .*: spoiled games/;
  await expect(notes).toContainText(until);
  await expect(notes).toContainText('You left ten games.');
  await ida.getByRole('button', { name: 'Play now' }).click();
  await expect(ida.getByRole('alert')).toContainText(until);

  panel = await part(host, 'People');
  await expect(panel).toContainText('Suspended until');
  await panel.getByRole('button', { name: 'Lift everything: Ida' }).click();
  await host.getByRole('dialog').getByRole('button', { name: 'Lift everything' }).click();
  await expect(panel).toContainText('No warning, suspension or refused name is in force.');
  await ida.getByRole('button', { name: 'Play now' }).click();
  await expect(ida).toHaveURL(/\/t\//);
  await closeAll(robin, ida, host);
});

test.describe('on a phone', () => {
  test('a line that somebody suspended says closes the field, which says why', async ({
    browser,
    site,
  }) => {
    const { robin, ida } = await waiting(site, browser, SIZES.phone);
    await robin.getByLabel('Seat 3 is for').selectOption('easy');
    await robin.getByRole('button', { name: 'Start the game' }).click();
    await expect(ida.locator('.pill')).toBeVisible();
    await ida.getByRole('button', { name: 'Chat' }).click();
    await say(ida, 'Good evening.');
    const chat = ida.getByRole('log', { name: 'Chat' });
    await expect(chat).toContainText('Good evening.');

    const host = await hostOf(site, browser);
    const panel = await part(host, 'Tables');
    await panel.getByText('Decide').last().click();
    await panel.getByRole('button', { name: 'Suspend: Ida' }).click();
    const decision = host.getByRole('dialog', { name: 'Suspend: Ida' });
    await decision.getByLabel('Reason').selectOption('Spoiling the game on purpose');
    await decision.getByRole('button', { name: 'Suspend' }).click();
    await expect(decision).toBeHidden();

    // The page does not know yet.
    await say(ida, 'And good night.');
    const why = ida.getByText(/have suspended you until .*: spoiled games/).first();
    await expect(why).toBeInViewport();
    await expect(ida.getByLabel('Say something')).toBeHidden();
    await expect(chat).not.toContainText('And good night.');
    await closeAll(robin, ida, host);
  });
});

test('the host has a backup made, and takes it away', async ({ browser, site }) => {
  const host = await hostOf(site, browser);
  const now = host.getByRole('region', { name: 'Now' });
  await expect(now).toContainText('none yet: the server makes one every day');
  await now.getByRole('button', { name: 'Back up now' }).click();
  await now.getByText(/backups? on the server/).click();
  await expect(now).not.toContainText('none yet');
  await expect(now).toContainText('A backup holds everything');
  const downloading = host.waitForEvent('download');
  await now.getByRole('link', { name: /^Download the one of/ }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^brickwood-.*\.db$/);
  const file = await readFile(await download.path());
  expect(file.subarray(0, 15).toString()).toBe('SQLite format 3');
  // Nobody else gets it.
  const stranger = await fetch(download.url());
  expect(stranger.status).toBe(403);
  await host.context().close();
});

test('whoever must not have a name is asked for another one', async ({ browser, site }) => {
  const { robin, ida, link } = await waiting(site, browser);
  const host = await hostOf(site, browser);
  const panel = await part(host, 'Tables');
  await panel.getByText('Decide').last().click();
  await panel.getByRole('button', { name: 'Refuse the name: Ida' }).click();
  const decision = host.getByRole('dialog', { name: 'Refuse the name: Ida' });
  await expect(decision.getByRole('textbox', { name: 'The name' })).toHaveValue('Ida');
  await decision.getByRole('button', { name: 'Refuse the name' }).click();
  await expect(decision).toBeHidden();

  await ida.goto(site.url);
  const notes = ida.getByRole('complementary', { name: 'Messages from the moderators' });
  await expect(notes).toContainText('You can’t use the name “Ida”');
  await notes.getByLabel('Your new name').fill('Ida');
  await notes.getByRole('button', { name: 'Use this name' }).click();
  await expect(notes.getByRole('alert')).toContainText('ask you to choose another name');
  await notes.getByLabel('Your new name').fill('Iris');
  await notes.getByRole('button', { name: 'Use this name' }).click();
  await expect(notes).toBeHidden();
  await expect(ida.getByLabel('Your name', { exact: true })).toHaveValue('Iris');
  await ida.goto(link);
  await closeAll(robin, ida, host);
});

test('whom somebody has blocked gets no seat at their tables and is not read, until that is taken back', async ({
  browser,
  site,
}) => {
  const { robin, ida } = await waiting(site, browser);
  await say(ida, 'Before');
  await expect(robin.getByRole('log')).toContainText('Before');
  await robin.getByRole('button', { name: 'About Ida' }).click();
  const dialog = robin.getByRole('dialog', { name: 'Ida' });
  await dialog.getByRole('button', { name: 'Block Ida' }).click();
  await expect(dialog.getByText('You have blocked Ida.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(robin.getByRole('log')).not.toContainText('Before');
  // It is Robin's table, and waits: the seat is open again.
  await expect(robin.getByRole('button', { name: 'About Ida' })).toHaveCount(0);

  await openTable(robin, site.url, { name: 'Robin', seats: ['human'], start: 'host' });
  await ida.goto(robin.url());
  await ida.getByRole('button', { name: 'Take a seat' }).click();
  await expect(ida.getByRole('alert')).toBeVisible();

  const me = await robin.context().newPage();
  await me.goto(`${site.url}/me`);
  const blocked = me.getByRole('region', { name: 'Blocked people' });
  await blocked.getByRole('button', { name: 'Unblock Ida' }).click();
  await expect(blocked).toContainText('You haven’t blocked anybody.');
  await sitDown(ida, 'Ida');
  await closeAll(robin, ida);
});

test('in the text view, people are muted, blocked and reported by typing', async ({
  browser,
  site,
}) => {
  const { robin, ida } = await waiting(site, browser);
  await say(ida, 'Fools.');
  await robin.evaluate(() => {
    const kept = localStorage.getItem('brickwood.settings') ?? '{}';
    const settings = { ...(JSON.parse(kept) as object), view: 'text' };
    localStorage.setItem('brickwood.settings', JSON.stringify(settings));
  });
  await robin.reload();
  const field = robin.getByRole('combobox', { name: 'Type a command' });
  const type = async (line: string) => {
    await field.fill(line);
    await field.press('Enter');
  };
  const column = robin.getByRole('log', { name: 'What was typed and said' });
  const chat = robin.getByRole('log', { name: 'Chat' });
  await type('mute ida');
  await expect(column).toContainText('You no longer see what Ida writes here.');
  await expect(chat).not.toContainText('Fools.');
  await type('unmute ida');
  await expect(chat).toContainText('Fools.');
  await type('report ida');
  await expect(column).toContainText('insults, spoiling, cheating');
  await type('report ida insults Calls us fools');
  await expect(column).toContainText(
    'Included: up to ten of the last chat messages of each player',
  );
  await type('yes');
  await expect(column).toContainText('Your report has been sent');
  await type('avoid ida');
  await type('yes');
  await expect(column).toContainText('You have blocked Ida.');

  const host = await hostOf(site, browser);
  const report = host.getByRole('article', { name: 'Report 1 about Ida' });
  await expect(report).toContainText('“Calls us fools”');
  await expect(report).toContainText('Fools.');
  await closeAll(robin, ida, host);
});

test('from a seat in a game, in both views, and with the last lines of its log', async ({
  browser,
  site,
}) => {
  const { robin, ida } = await waiting(site, browser);
  await robin.getByRole('combobox', { name: 'Seat 3 is for' }).selectOption('locked');
  await robin.getByRole('button', { name: 'Start' }).click();
  await expect(ida.getByRole('region', { name: 'Your hand' })).toBeVisible();
  await ida
    .getByRole('button', { name: /^Robin/ })
    .first()
    .click();
  await ida.getByRole('button', { name: 'Block or report', exact: true }).click();
  const dialog = ida.getByRole('dialog', { name: 'Robin' });
  await dialog.getByLabel('Spoiling the game on purpose').check();
  await dialog.getByRole('button', { name: 'Send the report' }).click();
  await expect(dialog.getByText('Your report has been sent')).toBeVisible();

  await robin.evaluate(() => {
    localStorage.setItem('brickwood.settings', '{"view":"text"}');
  });
  await robin.reload();
  await robin
    .getByRole('region', { name: 'Players' })
    .getByRole('button', { name: 'About Ida' })
    .click();
  await expect(robin.getByRole('dialog', { name: 'Ida' })).toBeVisible();

  const host = await hostOf(site, browser);
  const report = host.getByRole('article', { name: 'Report 1 about Robin' });
  await expect(report).toContainText('Nothing was said.');
  await report.getByText('Last lines of the game’s log').click();
  await expect(report.getByRole('list').last()).toContainText('The game begins');
  await closeAll(robin, ida, host);
});

test('a moderator decides about people and sees nothing of the site', async ({ browser, site }) => {
  const { robin, ida } = await waiting(site, browser);
  const host = await hostOf(site, browser);
  const panel = await part(host, 'Tables');
  await panel.getByText('Decide').last().click();
  await panel.getByRole('button', { name: 'Make a moderator: Ida' }).click();
  await host.getByRole('dialog').getByRole('button', { name: 'Make a moderator' }).click();
  await expect(host.getByText('Done. It’s in the log.')).toBeVisible();
  const moderators = await part(host, 'Site');
  await expect(moderators.getByRole('region', { name: 'Moderators' })).toContainText('Ida');

  await robin.getByRole('button', { name: 'About Ida' }).click();
  const dialog = robin.getByRole('dialog', { name: 'Ida' });
  await dialog.getByLabel('Something else').check();
  await dialog.getByRole('button', { name: 'Send the report' }).click();
  await expect(dialog.getByText('Your report has been sent')).toBeVisible();

  await ida.goto(`${site.url}/me`);
  await ida.getByRole('main').getByRole('link', { name: 'To the reports' }).click();
  await expect(ida.getByText('Thank you for helping.')).toBeVisible();
  await expect(ida.getByRole('tab', { name: 'Site' })).toHaveCount(0);
  const report = ida.getByRole('article', { name: 'Report 1 about Ida' });
  await expect(report.getByRole('link', { name: 'To the table' })).toHaveCount(0);
  await report.getByRole('button', { name: 'Dismiss report 1' }).click();
  await ida.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
  await expect(ida.getByText('There are no open reports.')).toBeVisible();
  const log = await part(ida, 'Log');
  await expect(log.getByRole('listitem').first()).toContainText('Moderator Ida');

  await moderators.getByRole('button', { name: 'Remove as moderator: Ida' }).click();
  await expect(moderators.getByText('There are no moderators yet.')).toBeVisible();
  await ida.reload();
  await expect(ida.getByText('can see this page')).toBeVisible();
  // A stranger reads the same.
  const other = await stranger(browser);
  await other.goto(`${site.url}/host#${'0'.repeat(64)}`);
  await expect(other.getByRole('alert')).toContainText('This link has already been used');
  await closeAll(robin, ida, host, other);
});

test('a message to all is read on every page and in games, and closing is said before one presses a button', async ({
  browser,
  site,
}) => {
  const { robin, ida } = await waiting(site, browser);
  await robin.getByRole('combobox', { name: 'Seat 3 is for' }).selectOption('locked');
  await robin.getByRole('button', { name: 'Start' }).click();
  await expect(ida.getByRole('region', { name: 'Your hand' })).toBeVisible();
  const host = await hostOf(site, browser);
  const panel = await part(host, 'Site');
  await panel
    .getByRole('textbox', { name: 'Message to everybody' })
    .fill('We stop at ten for <b>half</b> an hour.');
  await panel.getByRole('button', { name: 'Show it' }).click();
  await expect(panel.getByText('Shown now:')).toBeVisible();
  await panel.getByRole('button', { name: 'Take no new games' }).click();
  await expect(panel.getByText('The site takes no new games.')).toBeVisible();

  await ida.reload();
  const inGame = ida.getByRole('complementary', { name: 'Messages from the moderators' });
  await expect(inGame).toContainText('We stop at ten for <b>half</b> an hour.');
  await expect(inGame).not.toContainText('takes no new games');
  const visitor = await stranger(browser);
  await visitor.goto(site.url);
  const notes = visitor.getByRole('complementary', { name: 'Messages from the moderators' });
  await expect(notes).toContainText('We stop at ten');
  await expect(notes).toContainText('This site takes no new games at the moment.');
  await visitor.getByRole('button', { name: 'Play now' }).click();
  await expect(visitor.getByRole('alert')).toContainText('takes no new games');
  await notes.getByRole('button', { name: 'Close this message' }).click();
  await expect(notes).not.toContainText('We stop at ten');
  await visitor.reload();
  await expect(notes).toContainText('takes no new games');
  await expect(notes).not.toContainText('We stop at ten');

  await panel.getByRole('button', { name: 'Take new games again' }).click();
  await panel.getByRole('button', { name: 'Remove it' }).click();
  await expect(panel.getByText('Shown now:')).toHaveCount(0);
  await expect(async () => {
    await visitor.reload();
    await visitor.getByRole('button', { name: 'Play now' }).click();
    await expect(visitor).toHaveURL(/\/t\//, { timeout: 1000 });
  }).toPass();
  await closeAll(robin, ida, host, visitor);
});

test('where the site keeps no order, nobody sees anything of it', async ({ browser, site }) => {
  const { robin, ida } = await waiting(site, browser);
  const host = await hostOf(site, browser);
  const panel = await part(host, 'Site');
  await panel.getByLabel('Blocking and reporting').uncheck();
  const switches = panel.locator('form', { has: host.getByLabel('Blocking and reporting') });
  await switches.getByRole('button', { name: 'Apply' }).click();
  await expect(host.getByRole('tab', { name: 'Reports' })).toHaveCount(0);
  await expect(host.getByRole('tab', { name: 'Site' })).toBeVisible();
  await robin.reload();
  await expect(robin.getByRole('button', { name: 'Send' })).toBeVisible();
  await expect(robin.getByRole('button', { name: 'About Ida' })).toHaveCount(0);
  await robin.goto(`${site.url}/me`);
  await expect(robin.getByRole('heading', { name: 'Your data' })).toBeVisible();
  await expect(robin.getByRole('heading', { name: 'Blocked people' })).toHaveCount(0);

  // Leaving ends it in this browser; a new link begins anew.
  await host.getByRole('button', { name: 'Sign out here' }).click();
  await expect(host.getByText('You have signed out in this browser.')).toBeVisible();
  await host.reload();
  await expect(host.getByText('can see this page')).toBeVisible();
  await closeAll(robin, ida, host);
});

test('people find whom they have blocked also where the site offers nothing else about them', async ({
  browser,
  site,
}) => {
  const { robin, ida } = await waiting(site, browser);
  await robin.getByRole('button', { name: 'About Ida' }).click();
  const dialog = robin.getByRole('dialog', { name: 'Ida' });
  await dialog.getByRole('button', { name: 'Block Ida' }).click();
  await expect(dialog.getByText('You have blocked Ida.')).toBeVisible();
  await site.command('features', '--off', 'devices');
  await expect(async () => {
    await robin.goto(site.url);
    await robin
      .getByRole('banner')
      .getByRole('link', { name: /^Robin/ })
      .click();
    await expect(robin.getByRole('button', { name: 'Unblock Ida' })).toBeVisible();
    await expect(robin.getByRole('heading', { name: 'Your devices' })).toHaveCount(0);
  }).toPass();
  await robin.getByRole('button', { name: 'Unblock Ida' }).click();
  await expect(robin.getByText('You haven’t blocked anybody.')).toBeVisible();
  await closeAll(robin, ida);
});

for (const [size, options] of Object.entries(SIZES)) {
  test(`the host’s page and what people read of it look right on ${size}`, async ({
    browser,
    site,
  }) => {
    const { robin, ida, link } = await waiting(site, browser, options);
    await say(robin, 'Good evening. Shall we begin?');
    await say(ida, 'You are all fools, and your island is ugly.');
    await robin.getByRole('button', { name: /^Ida: block, or report/ }).click();
    const dialog = robin.getByRole('dialog', { name: 'Ida' });
    await dialog.getByLabel('Insults, hate or threats').check();
    await expectLooksRight(robin, size, 'order-person');
    await dialog.getByRole('button', { name: 'Send the report' }).click();
    await expect(dialog.getByText('Your report has been sent')).toBeVisible();
    await dialog.getByRole('button', { name: 'Block Ida' }).click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expectLooksRight(robin, size, 'order-waiting-room', { fullPage: true });

    const host = await hostOf(site, browser, options);
    await expect(host.getByRole('article')).toBeVisible();
    await host.getByText('Last lines of the game’s log').click();
    await expectLooksRight(host, size, 'host-reports', { fullPage: true });
    await host.getByRole('button', { name: 'Suspend: Ida' }).click();
    const decision = host.getByRole('dialog', { name: 'Suspend: Ida' });
    await decision.getByLabel('For one day').check();
    await expectLooksRight(host, size, 'host-suspend');
    await decision.getByLabel('Message to Ida').fill('Three days to cool down.');
    await decision.getByRole('button', { name: 'Suspend' }).click();
    await expect(decision).toBeHidden();
    await host.getByRole('radio', { name: 'Decided' }).check();
    await expect(host.getByRole('article')).toContainText('Suspended');
    await part(host, 'People');
    await expectLooksRight(host, size, 'host-people', { fullPage: true, within: PART });
    const tables = await part(host, 'Tables');
    await tables.getByText('Decide').first().click();
    await expectLooksRight(host, size, 'host-tables', { fullPage: true, within: PART });
    const panel = await part(host, 'Site');
    await panel
      .getByRole('textbox', { name: 'Message to everybody' })
      .fill('The server rests tonight from ten to eleven.');
    await panel.getByRole('button', { name: 'Show it' }).click();
    await panel.getByRole('button', { name: 'Take no new games' }).click();
    await expect(panel.getByText('The site takes no new games.')).toBeVisible();
    await expectLooksRight(host, size, 'host-site', { fullPage: true, within: PART });
    await part(host, 'Log');
    await expectLooksRight(host, size, 'host-log', { fullPage: true, within: PART });

    await ida.goto(site.url);
    await expect(ida.getByRole('complementary')).toContainText('Three days to cool down.');
    await expectLooksRight(ida, size, 'order-notes');
    await ida.goto(`${site.url}/host`);
    await expect(ida.getByText('can see this page')).toBeVisible();
    await expectLooksRight(ida, size, 'host-no-way-in');
    await robin.goto(link);
    // Whoever is suspended leaves the seats at tables that still wait.
    await robin.getByRole('combobox', { name: 'Seat 2 is for' }).selectOption('easy');
    await robin.getByRole('combobox', { name: 'Seat 3 is for' }).selectOption('locked');
    await robin.getByRole('button', { name: 'Start' }).click();
    await expect(robin.getByRole('region', { name: 'Your hand' })).toBeVisible();
    await expect(robin.getByRole('complementary')).toContainText('The server rests tonight');
    await expectLooksRight(robin, size, 'order-game');
    await robin.goto(`${site.url}/me`);
    await expect(robin.getByRole('button', { name: 'Unblock Ida' })).toBeVisible();
    await expectLooksRight(robin, size, 'me-blocked', { fullPage: true });
    await closeAll(robin, ida, host);
  });
}

test('the host’s page fits on a narrow phone in every language', async ({ browser, site }) => {
  const narrow = { ...SIZES.phone, viewport: { width: 360, height: 740 } };
  const { robin, ida } = await waiting(site, browser);
  await robin.getByRole('button', { name: 'About Ida' }).click();
  const dialog = robin.getByRole('dialog', { name: 'Ida' });
  await dialog.getByLabel('Something else').check();
  await dialog.getByRole('button', { name: 'Send the report' }).click();
  await expect(dialog.getByText('Your report has been sent')).toBeVisible();
  const host = await hostOf(site, browser, narrow);
  await site.command('say', 'Good evening.');
  for (const code of LOOKED_AT) {
    await host.goto(`${site.url}/host?language=${code}`);
    await expect(host.getByRole('article')).toBeVisible();
    const tabs = host.getByRole('tab');
    await expect(tabs).toHaveCount(5);
    for (let index = 0; index < 5; index++) {
      await tabs.nth(index).click();
      await expectFits(host, `part ${index} in ${code}`);
      await picture(host, `narrow-${code}-host-${index}`, { fullPage: true });
    }
    await tabs.first().click();
    const [, , suspend] = await host.getByRole('article').getByRole('button').all();
    await suspend?.click();
    await expectAccessible(host, `a decision in ${code}`);
    await picture(host, `narrow-${code}-host-decision`);
  }
  await closeAll(robin, ida, host);
});
