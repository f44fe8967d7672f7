import type { Page } from '@playwright/test';

import { expectAccessible, expectFits } from './support/checks';
import { picture } from './support/pictures';
import { expect, SIZES, test } from './support/test';
import { Typist } from './support/typist';

const panel = (page: Page) => page.getByRole('region', { name: /^Lesson \d of 6/ });

/** Picks a place on the board. */
async function pick(page: Page, at: string | RegExp | null = null): Promise<void> {
  const places = page.locator('.board [data-pick]');
  const place = at === null ? places.first() : page.getByRole('button', { name: at }).first();
  await place.press('Enter');
  await confirm(page);
}

/** Says yes, where the page asks. */
async function confirm(page: Page): Promise<void> {
  const yes = page.locator('[data-action=yes]');
  if (await yes.isVisible()) await yes.click();
}

/** Robs somebody, where the page asks whom. */
async function rob(page: Page): Promise<void> {
  await page.waitForTimeout(300);
  const victim = page.locator('[data-action=rob]').first();
  if (await victim.isVisible()) await victim.click();
}

/** After a 7 of the learner, the robber is moved. */
async function afterSeven(page: Page): Promise<void> {
  await page.waitForTimeout(300);
  const robber = page.locator('.board svg[role=group][aria-label*="robber"]');
  if (await robber.count()) {
    await pick(page);
    await rob(page);
  }
}

/** Puts a trade together. */
async function draft(page: Page, give: string, count: number, get: string): Promise<void> {
  const clear = page.getByRole('button', { name: 'Clear', exact: true });
  if (!(await clear.isVisible())) await press(page, 'trade');
  // A trade that was put together before is still there.
  if (await clear.isVisible()) await clear.click();
  await page.getByRole('button', { name: `Get ${get}`, exact: true }).click();
  // The cards of the hand, or on a phone those of the panel over it.
  const heap = page
    .getByRole('button', { name: new RegExp(`^(Give )?\\d+ ${give}`) })
    .filter({ visible: true });
  for (let given = 0; given < count; given += 1) await heap.first().click();
}

const press = (page: Page, action: string) => page.locator(`[data-action=${action}]`).click();

/** Waits until so many steps are ticked. */
function ticked(page: Page, count: number): Promise<void> {
  return expect(panel(page).locator('li.done')).toHaveCount(count, { timeout: 20_000 });
}

/** A lesson that has just begun looks as it should. */
async function looks(page: Page, size: string, lesson: number): Promise<void> {
  // The table of the lesson before is left first.
  await expect(page.getByRole('region', { name: `Lesson ${lesson} of 6` })).toBeVisible();
  await expect(page.locator('.pill')).toBeVisible();
  await expectFits(page, `lesson ${lesson} on ${size}`);
  await expectAccessible(page, `lesson ${lesson} on ${size}`);
  await picture(page, `lesson-${lesson}-${size}`);
}

/** Goes on to the next lesson, which a finished one offers. */
async function next(page: Page): Promise<void> {
  await panel(page).getByRole('button', { name: 'Next lesson' }).click();
}

for (const [size, device] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use(device);

    test('a newcomer does all lessons, one after the other', async ({ page, home }) => {
      test.setTimeout(60_000);
      await page.goto(home);
      await page.getByRole('link', { name: 'Learn in five minutes' }).click();
      await expect(page.getByText('0 of 6')).toBeVisible();
      await expectAccessible(page, 'the list of lessons');
      await picture(page, `lessons-${size}`);
      await page.getByRole('link', { name: 'Begin: Placing' }).click();

      await test.step('placing', async () => {
        await looks(page, size, 1);
        for (let placed = 0; placed < 4; placed += 1) {
          await expect(page.locator('.board [data-pick]').first()).toBeAttached({
            timeout: 20_000,
          });
          await pick(page);
          await ticked(page, placed + 1);
          // What is reached is there again when the page is opened anew.
          if (placed === 1) {
            await page.reload();
            await ticked(page, 2);
          }
        }
        await expect(panel(page)).toContainText('Lesson done!');
        await next(page);
      });

      await test.step('rolling', async () => {
        await looks(page, size, 2);
        await press(page, 'roll');
        await ticked(page, 1);
        await afterSeven(page);
        // The large button takes no press right after another.
        await page.waitForTimeout(500);
        await press(page, 'end_turn');
        // Bots may ask for a trade, or roll a 7.
        await expect(async () => {
          const decline = page.locator('[data-action=decline]');
          if (await decline.isVisible()) await decline.click({ timeout: 1000 });
          await expect(panel(page).locator('li.done')).toHaveCount(3, { timeout: 300 });
        }).toPass({ timeout: 40_000 });
        await next(page);
      });

      await test.step('building', async () => {
        await looks(page, size, 3);
        await panel(page).getByRole('button', { name: 'Hint' }).click();
        await expect(panel(page)).toContainText('the corner after that is the right one');
        // Before there is a road, there is no corner far enough from the own settlements.
        const settlement = page.locator('[data-action=settlement]');
        await expect(settlement).toHaveAttribute('aria-disabled', 'true');
        await press(page, 'road');
        await pick(page, /B2 east/);
        await ticked(page, 1);
        await press(page, 'settlement');
        await pick(page);
        await ticked(page, 2);
        await press(page, 'city');
        await pick(page);
        await ticked(page, 3);
        await next(page);
      });

      await test.step('trading', async () => {
        await looks(page, size, 4);
        // What the trade is worth stands where it is asked for, on a phone as well.
        const worth = page.getByRole('region', { name: 'Worth of the trade' });
        const more = page.getByRole('button', { name: 'More', exact: true });
        if (size === 'phone') await more.click();
        await worth.getByRole('button').click();
        await expect(worth).toContainText(/It helps you|It makes little difference to you/);
        await expect(worth).toContainText(/Your chance of winning: /);
        await expect(page.locator('[data-action=accept]')).toBeInViewport();
        await expectAccessible(page, 'a trade that is judged');
        await picture(page, `coach-trade-${size}`);
        await press(page, 'accept');
        await ticked(page, 1);
        await expect(async () => {
          const decline = page.locator('[data-action=decline]');
          if (await decline.isVisible()) await decline.click({ timeout: 1000 });
          const roll = page.locator('[data-action=roll]:not([aria-disabled=true])');
          if (await roll.isVisible()) await roll.click({ timeout: 1000 });
          await expect(panel(page).locator('li.done')).toHaveCount(2, { timeout: 300 });
        }).toPass({ timeout: 20_000 });
        await afterSeven(page);
        await draft(page, 'wool', 1, 'ore');
        // A trade that is only put together is judged, too.
        await expect(worth).toContainText('1 wool for 1 ore');
        await expect(worth).toBeInViewport();
        await picture(page, `coach-draft-${size}`);
        await page.getByRole('button', { name: 'Offer', exact: true }).click();
        await ticked(page, 3);
        // The offer closes by itself when nobody wants it.
        const withdraw = page.locator('[data-action=withdraw]');
        await expect(async () => {
          if (await withdraw.isVisible()) await withdraw.click({ timeout: 1000 });
          await expect(withdraw).toBeHidden({ timeout: 300 });
        }).toPass();
        await draft(page, 'wool', 2, 'brick');
        await picture(page, `lesson-4-draft-${size}`);
        await page.getByRole('button', { name: 'Trade with bank' }).click();
        await ticked(page, 4);
        await expect(page.locator('[data-action=road]')).not.toHaveAttribute(
          'aria-disabled',
          'true',
        );
        await press(page, 'road');
        await pick(page);
        await ticked(page, 5);
        await next(page);
      });

      await test.step('robber and cards', async () => {
        await looks(page, size, 5);
        await pick(page, /D3/);
        await rob(page);
        await ticked(page, 2);
        await press(page, 'development_card');
        await confirm(page);
        await ticked(page, 3);
        await page
          .getByRole('button', { name: /^Knight/ })
          .first()
          .click();
        await confirm(page);
        await pick(page, /C5/);
        await rob(page);
        await ticked(page, 4);
        await next(page);
      });

      await test.step('winning', async () => {
        await looks(page, size, 6);
        await press(page, 'city');
        await pick(page);
        await expect(panel(page)).toContainText('That was the last lesson');
        await expectAccessible(page, 'the last lesson done');
        await picture(page, `lesson-6-done-${size}`);
        await panel(page).getByRole('link', { name: 'All lessons' }).click();
        await expect(page.getByText('6 of 6')).toBeVisible();
      });

      // Tables of lessons are no games to go on with, and nobody is a newcomer any more.
      await page.goto(home);
      await expect(page.getByRole('link', { name: 'Learn in five minutes' })).not.toHaveClass(
        /button/,
      );
      await expect(page.getByRole('heading', { name: 'How it works' })).toBeVisible();
      await expect(page.getByRole('heading', { name: /games/i })).toHaveCount(0);
    });
  });
}

test('by keyboard alone a lesson is begun, left, and begun again', async ({ page, home }) => {
  const typist = new Typist(page);
  await page.goto(`${home}/learn`);
  await typist.tabTo('Begin: Building');
  await page.keyboard.press('Enter');
  await expect(page.locator('.pill')).toBeVisible();
  const first = page.url();
  // The focus is led to what comes first.
  await expect.poll(() => typist.focused()).toMatch(/^Road/);
  await typist.tabTo('End turn');
  // It is said while the others play, which may take the bots less time than a look at the page.
  const said = page.evaluate(
    (text) =>
      new Promise<void>((resolve) => {
        new MutationObserver(() => {
          if (document.body.textContent?.includes(text)) resolve();
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    'You cannot reach the goal from here',
  );
  await page.keyboard.press('Enter');
  await said;
  await typist.tabTo('Show the lesson');
  await page.keyboard.press('Enter');
  await typist.tabTo('Start over');
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(first);
  await expect(panel(page)).not.toContainText('You cannot reach the goal from here');
  const second = page.url();
  // What was begun goes on.
  await page.goto(`${home}/learn`);
  await typist.tabTo('Continue: Building');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(second);
  // The way back leads to the list; the lesson's own address leads to its table.
  await page.goBack();
  await expect(page).toHaveURL(`${home}/learn`);
  await page.goto(`${home}/learn/3`);
  await expect(page).toHaveURL(second);
});

test('in the text view a lesson says its goal and its hints', async ({ page, home }) => {
  await page.goto(`${home}/learn?view=text`);
  await page.getByRole('link', { name: 'Begin: Winning' }).click();
  const field = page.getByRole('combobox', { name: 'Type a command' });
  const type = async (line: string) => {
    await field.fill(line);
    await field.press('Enter');
  };
  const said = page.getByRole('log').first();
  await type('goal');
  await expect(said).toContainText('To do: Build the city that wins');
  await type('hint');
  await expect(said).toContainText('You have 2 grain and 3 ore.');
  await expectAccessible(page, 'a lesson in the text view');
  await picture(page, 'lesson-text');
  await type('city c3n');
  await expect(async () => {
    if (await page.locator('.question[role=group]').isVisible()) await type('yes');
    await expect(panel(page)).toContainText('That was the last lesson', { timeout: 500 });
  }).toPass();
});
