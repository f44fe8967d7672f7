import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { expectAccessible, expectLooksRight } from './support/checks';
import { openFinished, recordOf } from './support/finished';
import { reachedAt } from './support/lobby';
import { picture } from './support/pictures';
import { expect, SIZES, test } from './support/test';

/** What a tab shows. */
const PANEL = '[role=tabpanel]';
const TABS = ['Timeline', 'Dice', 'Resources', 'Trades', 'Time', 'Moments'] as const;

/** Another game for each size: one of three without trades, and one of four that the reader has won. */
const GAMES = {
  desktop: { record: recordOf('fair'), you: 0, title: 'Ben wins' },
  phone: { record: recordOf('beginners'), you: 3, title: 'You win!' },
} as const;

for (const [size, device] of Object.entries(SIZES)) {
  const game = GAMES[size as keyof typeof GAMES];

  test.describe(size, () => {
    test.use(device);

    test('the end of a game tells all about it', async ({ page, home }) => {
      await openFinished(page, home, game);
      const sheet = page.getByRole('region', { name: game.title });
      const look = (name: string, within?: string) =>
        expectLooksRight(page, size, `end-${name.toLowerCase()}`, { within });
      await expect(sheet.getByRole('tab', { selected: true })).toHaveText('Result');
      await look('Result');
      await sheet.getByRole('button', { name: 'Enlarge' }).click();
      for (const name of TABS) {
        await sheet.getByRole('tab', { name, exact: true }).click();
        await expect(sheet.getByRole('tabpanel', { name, exact: true })).toBeVisible();
        // Every chart has its table.
        for (const twin of await sheet.getByText('As a table').all()) await twin.click();
        const details = sheet.locator('details');
        await expect(details.getByRole('table')).toHaveCount(await details.count());
        for (const twin of await sheet.getByText('As a table').all()) await twin.click();
        await look(name, PANEL);
      }
    });
  });
}

test('the result is shared as a picture and a link', async ({ page, home }) => {
  await openFinished(page, home, GAMES.desktop);
  const dialog = page.getByRole('dialog', { name: 'Share the result' });
  // A link that only this machine can open is none.
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(dialog).toContainText('only this computer can open the replay');
  await expect(dialog.getByLabel('Link to the replay')).toHaveCount(0);
  await page.keyboard.press('Escape');

  await reachedAt(page, 'http://192.168.1.24:7878');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(dialog.getByRole('img')).toHaveAccessibleName(
    /Ben wins .+\. Ben 10, Cara 8, Anna 2/,
  );
  await expect(dialog.getByLabel('Link to the replay')).toHaveValue(
    /^http:\/\/192\.168\.1\.24:7878\/replay\/[a-z0-9-]+$/,
  );
  await expectAccessible(page, 'the dialog');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save the picture' }).click();
  await (await download).saveAs('screenshots/shared.png');
  const png = readFileSync('screenshots/shared.png');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  await picture(page, 'desktop-light-end-share');
});

test('the text view tells it all in tables', async ({ page, home }) => {
  await openFinished(page, home, GAMES.desktop);
  await page.goto(`${page.url()}?view=text`);
  const sheet = page.getByRole('region', { name: 'Ben wins' });
  for (const name of TABS)
    await expect(sheet.getByRole('heading', { name, exact: true })).toBeVisible();
  const luck = sheet.getByRole('group', { name: 'Luck with the dice' });
  await expect(luck.getByRole('row', { name: /^Ben 107 / })).toBeVisible();
  await expect(sheet.getByRole('tab')).toHaveCount(0);
  await expectAccessible(page, 'the end in words');
});

test.describe('a record', () => {
  const open = async (
    page: Page,
    home: string,
    view = '',
    name: Parameters<typeof recordOf>[0] = 'short',
  ) => {
    await page.goto(`${home}/replay${view}`);
    await page.getByLabel('Open a record').setInputFiles({
      ...{ name: 'game.record', mimeType: 'text/plain' },
      buffer: Buffer.from(recordOf(name)),
    });
  };

  for (const [size, device] of Object.entries(SIZES)) {
    test(`is analyzed beside its board, on ${size}`, async ({ browser, home }) => {
      const context = await browser.newContext(device);
      const page = await context.newPage();
      await open(page, home, '', 'beginners');
      const isPhone = size === 'phone';
      if (isPhone) await page.getByRole('button', { name: 'Analysis' }).click();
      else await page.getByRole('tab', { name: 'Moments' }).click();
      const beside = page.getByRole('tabpanel', { name: 'Moments' });
      await expect(beside).toBeVisible();
      await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 60_000 });
      await expect(page.locator('[data-region=board]')).toBeInViewport({ ratio: 0.95 });

      // A click stands before a mistake that a piece would have been better than, and draws it.
      const road = beside
        .getByRole('listitem')
        .filter({ hasText: /Better: (Road|Settlement|City)/ });
      const link = road.first().getByRole('link');
      const step = (await link.getAttribute('href'))?.split('#')[1] ?? '';
      await link.click();
      await expect(page.getByRole('slider', { name: 'Step' })).toHaveValue(step);
      await expect(road.first()).toHaveAttribute('aria-current', 'step');
      await expect(page.locator('[data-region=board] .plan .arrow')).toBeVisible();
      await expectLooksRight(page, size, 'analysis');
      // After it, there is nothing to be better than.
      await page.keyboard.press('ArrowRight');
      await expect(page.locator('[data-region=board] .plan .arrow')).toHaveCount(0);

      // What happened is told once, and of those whose moments are shown.
      const lines = await beside.getByRole('listitem').allTextContents();
      expect(new Set(lines).size).toBe(lines.length);
      const whose = beside.getByRole('group', { name: 'Whose moments are shown' });
      for (const each of await whose.getByRole('button').all()) await each.click();
      await expect(beside.getByRole('listitem')).toHaveText(['Nothing of note happened.']);
      for (const each of await whose.getByRole('button').all()) await each.click();

      await page.getByRole('tab', { name: 'Statistics' }).click();
      const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
      await expect(row('Quality of play')).toBeVisible();
      await expect(row('Gained by luck')).toBeVisible();
      await expectLooksRight(page, size, 'analysis-choices');
      for (const name of ['Timeline', 'Dice', 'Resources', 'Trades', 'Time']) {
        await page.getByRole('radio', { name, exact: true }).check();
        await expectLooksRight(page, size, `analysis-${name.toLowerCase()}`, { within: PANEL });
      }

      if (isPhone) {
        await page.getByRole('button', { name: 'Close' }).click();
        await expect(page.getByRole('button', { name: 'Analysis' })).toBeFocused();
        await expect(page.getByRole('log')).toBeVisible();
      }
      await context.close();
    });
  }

  test('has notes of its reader, and a line of chances whose cursor is its step', async ({
    page,
    home,
  }) => {
    await open(page, home);
    const line = page.getByRole('slider', { name: 'Timeline: Chance of winning' });
    await line.focus();
    await page.keyboard.press('End');
    await expect(page.getByRole('slider', { name: 'Step' })).toHaveValue('36');

    await page.getByRole('tab', { name: 'Notes' }).click();
    await page.getByLabel('Note on this moment').fill('Here it was decided');
    const notes = page.getByRole('tabpanel', { name: 'Notes' });
    await expect(notes.getByRole('listitem')).toContainText('Here it was decided');
    // Keys that write do not go through the game.
    await page.getByLabel('Note on this moment').press('ArrowLeft');
    await expect(page.getByRole('slider', { name: 'Step' })).toHaveValue('36');
    await expectAccessible(page, 'notes');
    const saved = page.waitForEvent('download');
    await notes.getByRole('button', { name: 'Save the notes as text' }).click();
    const text = readFileSync(await (await saved).path(), 'utf8');
    expect(text).toContain('step 36: Here it was decided');
  });

  for (const [size, device] of Object.entries(SIZES)) {
    test(`has the coach's advice at every step, on ${size}`, async ({ browser, home }) => {
      const context = await browser.newContext(device);
      const page = await context.newPage();
      await open(page, home);
      const panel = page.getByRole('region', { name: 'Coach' });
      const marks = page.locator('[data-region=board] .sign');
      await page.getByRole('button', { name: 'Coach', exact: true }).click();
      // The first turn begins.
      await page.keyboard.press('Home');
      await page.keyboard.press('PageDown');
      await expect(panel.locator('.hint')).toContainText(/Roll the dice/);
      const [before] = await panel.locator('.percent').allTextContents();
      // One position has one figure.
      if (size === 'desktop') {
        const shown = page.getByRole('list', { name: 'Players shown' }).locator('.value');
        expect(await shown.allTextContents()).toEqual(
          await panel.locator('.percent').allTextContents(),
        );
      }
      await page.keyboard.press('End');
      await expect(panel).toContainText('There is nothing for you to decide right now.');
      await expect(panel.locator('.percent').filter({ hasText: '100%' })).toHaveCount(1);
      expect(before).not.toBe('100%');

      // The set-up has a worth for every corner, and the advice is the same whenever a reader comes back.
      const atFirst = async () => {
        await page.keyboard.press('Home');
        const best = panel.getByRole('button', { name: /^1 / });
        await expect(best).toBeVisible();
        await expect(marks.filter({ hasText: /^1$/ })).toBeVisible();
        return { best: await best.textContent(), marks: await marks.count() };
      };
      const first = await atFirst();
      expect(first.marks).toBeGreaterThan(20);
      await expectLooksRight(page, size, 'analysis-coach');
      await page.keyboard.press('End');
      await expect(marks).toHaveCount(0);
      expect(await atFirst()).toEqual(first);

      // Whose cards lie open is who is advised.
      await page.getByLabel('Cards of').selectOption({ label: 'Ben' });
      await expect(panel).toContainText('What the coach tells Ben');
      await context.close();
    });
  }

  test('tells its statistics on a phone, and where choices cannot be judged', async ({
    browser,
    home,
  }) => {
    const context = await browser.newContext(SIZES.phone);
    const page = await context.newPage();
    await page.route('**/*.wasm', (route) => route.abort());
    await open(page, home);
    await page.getByRole('button', { name: 'Analysis' }).click();
    const panel = page.getByRole('tabpanel', { name: 'Moments' });
    await expect(panel.getByRole('alert').first()).toBeVisible();
    await expect(panel.getByRole('listitem').first()).toBeVisible();
    await expect(page.getByRole('slider', { name: /Timeline/ })).toBeVisible();
    await expectLooksRight(page, 'phone', 'analysis-without');
    await context.close();
  });
});
