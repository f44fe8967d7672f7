import type { Page } from '@playwright/test';

import { expectAccessible, expectFits, expectLooksRight } from './support/checks';
import { recordOf } from './support/finished';
import { LONG } from './support/long';
import { Person } from './support/person';
import { picture } from './support/pictures';
import { expect, SIZES, test } from './support/test';

const TITLE = 'Learn from my mistakes';

const panel = (page: Page) => page.getByRole('region', { name: TITLE });
const told = (page: Page) => panel(page).locator('[data-heading]');
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true });
/** What can still be answered on the board. */
const lit = (page: Page) => page.locator('[data-region=board] [data-pick]');
/** What can still be answered beside it. */
const listed = (page: Page) => panel(page).locator('[data-choice]:enabled');

/** Opens a game from its record, and the moments of a seat. */
async function openRecord(page: Page, home: string, name: string): Promise<void> {
  await page.goto(`${home}/replay`);
  await page.getByLabel('Open a record').setInputFiles({
    ...{ name: 'game.record', mimeType: 'text/plain' },
    buffer: Buffer.from(recordOf('fair')),
  });
  const learn = page.getByRole('button', { name: TITLE });
  await expect(page.getByRole('slider', { name: 'Step' })).toBeVisible();
  // The smallest windows have it with the analysis.
  const { height } = page.viewportSize() ?? { height: 0 };
  if (height < 700) await page.getByRole('button', { name: 'Analysis' }).click();
  await learn.click();
  await expect(page.getByText('Whose moves do you want to look at?')).toBeVisible();
  await page.getByRole('button', { name, exact: true }).click();
  await expect(told(page)).toContainText('What is better?');
}

/** Answers until it is told what is better: after two answers at the latest. */
async function answer(page: Page): Promise<void> {
  const pill = page.locator('.pill');
  for (let tries = 0; tries < 2 && (await pill.textContent()) === 'What is better?'; tries += 1) {
    if (await lit(page).count()) {
      await lit(page).first().click({ force: true });
      // A finger has to mean it.
      if ((await pill.textContent())?.startsWith('Tap it again')) {
        await lit(page).first().click({ force: true });
      }
    } else await listed(page).first().click();
    await expect(panel(page).locator('.badge:visible')).toContainText(
      /Found it|Also good: \d+|Not quite: \d+/,
    );
  }
  await expect(told(page)).toContainText(/^Better: /);
  await expect(panel(page)).toContainText(/\d%.* → \d+/);
}

test('a game against a bot is looked at again, from its result to the quality of play', async ({
  page,
  home,
}) => {
  test.setTimeout(240_000);
  await page.goto(`${home}/new`);
  await page.getByRole('radio', { name: '2', exact: true }).check();
  await page.getByLabel('Points to win').fill('3');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.locator('.pill')).toHaveText('Place your first settlement');
  // On the coast at the edge: seldom a good place.
  await lit(page).first().click({ force: true });
  await new Person(page).playToTheEnd();

  const card = page.getByRole('region', { name: TITLE });
  await expect(card).toContainText(/moments?, about/, { timeout: 60_000 });
  await picture(page, 'desktop-light-mistakes-card');
  await expectAccessible(page, 'the card of mistakes');
  await card.getByRole('link', { name: 'Have a look' }).click();
  await expect(page).toHaveURL(/\/review\/.+/);

  // It is the seat of whoever played, as the table knows, at the moment before.
  await expect(panel(page)).toContainText(/1 of \d/);
  await expect(told(page)).toHaveText(/^You .+\. What is better\?$/);
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  const moments = Number(/of (\d)/.exec((await panel(page).innerText()) ?? '')?.[1]);
  for (let moment = 1; moment <= moments; moment += 1) {
    await expect(panel(page)).toContainText(`${moment} of ${moments}`);
    await answer(page);
    await next(page).click();
  }
  await expect(page.getByText('These were your moments.')).toContainText(
    new RegExp(`You found \\d of ${moments}\\.`),
  );
  await expect(page.locator('main')).toContainText(/Remember .+\./s);
  await expect(page.getByRole('region', { name: 'By kind of decision' })).toContainText(
    /Settling\s*\d+/,
  );
  await expect(page.locator('main')).toContainText(/of 100, over \d+ decisions?/);
  await expect(page.locator('main')).toContainText(/Luck over the whole game/);
  await page.getByRole('button', { name: 'Back to the last moment' }).click();
  await expect(told(page)).toContainText(/^Better: /);

  // The cross leads to the replay, where only the own mistakes are marked.
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/replay\/.+#\d+$/);
  await page.getByRole('tab', { name: 'Moments' }).click();
  const whose = page.getByRole('group', { name: 'Whose moments are shown' });
  await expect(whose.locator('[aria-pressed=true]')).toHaveCount(1);
  await page.getByRole('link', { name: TITLE }).click();
  await expect(page).toHaveURL(/\/review\/.+/);
});

for (const [size, device] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use(device);

    test('the moments of a record are answered at the board', async ({ page, home }) => {
      await openRecord(page, home, 'Ben');
      await expectLooksRight(page, size, 'mistakes-question');
      const first = await told(page).textContent();
      await answer(page);
      await expectLooksRight(page, size, 'mistakes-answer');
      await next(page).click();
      await expect(told(page)).not.toHaveText(first ?? '');
      // Of what was done it can be read, but it cannot be chosen.
      await expect(panel(page).locator('[data-choice]:disabled')).toContainText('you did this');
      await panel(page).getByRole('button', { name: 'Show me' }).click();
      await expect(told(page)).toContainText(/^Better: /);
      await expect(panel(page).getByText(/Not quite/)).toHaveCount(0);
      await page.getByRole('button', { name: 'Previous' }).click();
      await expect(told(page)).toContainText(/^Better: /);

      for (let moment = 1; moment <= 5; moment += 1) await next(page).click();
      await expect(page.getByText('These were your moments.')).toBeVisible();
      await expectLooksRight(page, size, 'mistakes-end');
      await page.getByRole('button', { name: /more moments/ }).click();
      await expect(told(page)).toContainText('What is better?');
    });
  });
}

for (const [name, viewport] of Object.entries({
  small: { width: 360, height: 640 },
  side: { width: 844, height: 390 },
  desktop: SIZES.desktop.viewport,
  // What a smaller one holds, it holds.
  ...(LONG && { phone: SIZES.phone.viewport }),
})) {
  test(`all of a moment is in sight, and all of its answer, on a ${name} screen`, async ({
    page,
    home,
  }) => {
    await openRecord(page, home, 'Ben');
    await page.setViewportSize(viewport);
    for (let moment = 1; moment <= 5; moment += 1) {
      await expect(panel(page)).toContainText(`${moment} of 5`);
      await picture(page, `${name}-moment-${moment}-asked`);
      for (const each of [...(await lit(page).all()), ...(await listed(page).all())]) {
        await expect(each).toBeInViewport({ ratio: 0.9 });
      }
      await expectFits(page, 'a moment');
      await panel(page).getByRole('button', { name: 'Show me' }).filter({ visible: true }).click();
      await picture(page, `${name}-moment-${moment}-answered`);
      for (const each of await panel(page).locator('ol button').all()) {
        await expect(each).toBeInViewport({ ratio: 0.95 });
      }
      await expect(panel(page).locator('.why')).toBeInViewport({ ratio: 0.8 });
      await expectFits(page, 'what was better');
      await next(page).click();
    }
  });
}

test('a game goes on from a moment', async ({ page, home }) => {
  await openRecord(page, home, 'Ben');
  await page.getByRole('button', { name: 'Play from here' }).click();
  const dialog = page.getByRole('dialog', { name: 'Play from here' });
  await expect(dialog.getByLabel('Your seat')).toHaveValue('1');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(page).toHaveURL(/\/t\/.+/);
  await expect(page.locator('.pill')).toContainText(/Your turn|Move the robber/);
});

test.describe('in words', () => {
  test.use({ view: 'text' });

  test('moments are read and answered by key', async ({ page, home }) => {
    await openRecord(page, home, 'Ben');
    await expectAccessible(page, 'a moment in words');
    const press = async (name: string | RegExp) => {
      await page.getByRole('button', { name }).first().focus();
      await page.keyboard.press('Enter');
    };
    // All answers are in the list, and what was done among them.
    const choices = panel(page).locator('[data-choice]');
    await expect(choices).toHaveCount(6);
    await expect(choices.filter({ hasText: 'you did this' })).toBeDisabled();
    await listed(page).last().focus();
    await page.keyboard.press('Enter');
    // Wherever it leads, the focus follows to what is told.
    await expect(told(page)).toBeFocused();
    await expect(panel(page)).toContainText(/Found it|Also good|Not quite/);
    if ((await told(page).textContent())?.includes('What is better?')) await press('Show me');
    await expect(told(page)).toHaveText(/^Better: /);
    await expect(panel(page)).toContainText(/\d+% with your move, \d+% with the better one/);
    for (let moment = 2; moment <= 5; moment += 1) {
      await press('Next');
      await expect(panel(page)).toContainText(`Moment ${moment} of 5`);
      await expect(told(page)).toBeFocused();
      await press('Show me');
      await expect(told(page)).toBeFocused();
    }
    await press('Next');
    await expect(page.getByText('These were your moments.')).toBeFocused();
    await expectAccessible(page, 'the end in words');
  });
});

test('the marks of a replay are those of the chosen seats', async ({ page, home }) => {
  await page.goto(`${home}/replay`);
  await page.getByLabel('Open a record').setInputFiles({
    ...{ name: 'game.record', mimeType: 'text/plain' },
    buffer: Buffer.from(recordOf('fair')),
  });
  await page.getByRole('tab', { name: 'Moments' }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 60_000 });
  const whose = page.getByRole('group', { name: 'Whose moments are shown' });
  const marks = page.locator('.timeline .plot g.whose');
  await expect(whose.locator('[aria-pressed=true]')).toHaveCount(3);
  const all = await marks.count();
  await whose.getByRole('button', { name: 'Ben' }).click();
  await expect.poll(() => marks.count()).toBeLessThan(all);
  await picture(page, 'desktop-light-mistakes-marks');
  for (const name of ['Anna', 'Cara']) await whose.getByRole('button', { name }).click();
  await expect(marks).toHaveCount(0);
  await expectAccessible(page, 'the marks of a replay');
});
