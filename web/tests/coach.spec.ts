import type { Page } from '@playwright/test';

import { expectAccessible, expectFits } from './support/checks';
import { startShortGame } from './support/alone';
import { picture } from './support/pictures';
import { expect, SIZES, test } from './support/test';

for (const [size, device] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use(device);

    test('the coach points at the best places, and a game can be played by its hints', async ({
      page,
      home,
    }) => {
      await page.goto(home);
      // On a large window the hints are followed to the end of the game.
      await startShortGame(page, size === 'phone' ? 10 : 3);
      const toggle = page.getByRole('button', { name: 'Coach', exact: true });
      await toggle.waitFor();
      if (size === 'phone') await toggle.press('Enter');
      else await page.keyboard.press('h');
      const panel = page.getByRole('region', { name: 'Coach' });
      await expect(panel.getByRole('heading', { name: 'Chances of winning' })).toBeVisible();
      const chances = await panel.locator('.percent').allTextContents();
      expect(chances).toHaveLength(4);
      for (const bar of await panel.locator('.bar span').all()) {
        await expect(bar).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
      }
      const sum = chances.reduce((all, each) => all + parseInt(each), 0);
      expect(Math.abs(sum - 100)).toBeLessThanOrEqual(4);

      // The hints of the whole set-up are followed: two settlements, and a road from each.
      const marks = page.locator('[data-region=board] .sign');
      for (let placed = 0; placed < 4; placed += 1) {
        const follow = panel.getByRole('button', { name: 'Build it' });
        await expect(follow).toBeVisible({ timeout: 15_000 });
        await expect(marks.filter({ hasText: /^1$/ })).toBeVisible();
        // What is to be built, and where there is a next settlement, that one.
        const ghosts = page.locator('[data-region=board] .plan > circle');
        await expect(ghosts.first()).toBeVisible();
        if (placed === 0) {
          // As many as the corners where somebody may settle.
          expect(await marks.count()).toBeGreaterThan(20);
          await expect(ghosts).toHaveCount(2);
          await expect(panel.getByText(/\d+ pips: a card every/).first()).toBeInViewport();
          await expect(follow).toBeInViewport();
          await expectPointing(page);
          await picture(page, `coach-${size}`);
          await expectAccessible(page, `coach on ${size}`);
          await expectFits(page, `coach on ${size}`);
          await expectInSight(page);
        }
        const signs = await marks.count();
        await follow.click();
        await expect(marks).not.toHaveCount(signs);
      }
      // The second settlements bring cards, which everybody could count.
      await expect(panel.getByRole('heading', { name: 'What the others may hold' })).toBeVisible();
      await expect(panel.locator('[data-coach=hands] .card').first()).toBeVisible();
      await panel.locator('[data-coach=hands]').scrollIntoViewIfNeeded();
      await picture(page, `coach-hands-${size}`);
      await expectAccessible(page, `hands on ${size}`);
      if (size === 'phone') {
        await toggle.click();
        await expect(panel).toBeHidden();
        return;
      }
      // A hint is there at once, and the game is played by nothing else.
      const hint = panel.locator('.hint');
      const follow = panel.locator('[data-coach=follow]');
      await expect(hint).toBeVisible({ timeout: 15_000 });
      await expect(follow).not.toHaveText('Do it');
      await picture(page, `coach-hint-${size}`);
      await expect(async () => {
        if (await follow.isVisible()) await follow.click({ timeout: 1000 });
        await expect(page.locator('.pill')).toContainText(/wins? with/, { timeout: 50 });
      }).toPass({ timeout: 90_000, intervals: [50] });
      await expect(panel).toBeHidden();
    });
  });
}

/** What is pointed at beside the board is pointed at on it, and the other way round. */
async function expectPointing(page: Page): Promise<void> {
  const pointed = page.locator('[data-region=board] .sign.pointed');
  const rows = page.getByRole('region', { name: 'Coach' }).locator('ol').getByRole('button');
  await expect(rows).toHaveCount(3);
  for (const [index, row] of (await rows.all()).entries()) {
    await row.focus();
    await expect(pointed).toHaveText(String(index + 1));
  }
  // Where there is room for a medal only, it has the name of its place.
  const second = rows.nth(1);
  const label = await second.getAttribute('aria-label');
  const name = label?.replace('2 ', '') ?? (await second.locator('.name').textContent());
  await page.locator(`[data-pick][aria-label^="Corner ${name ?? ''}:"]`).focus();
  await expect(second).toContainClass('pointed');
  await expect(pointed).toHaveText('2');
}

test.describe('in the text view', () => {
  test.use({ view: 'text' });

  test('the coach says which places are best, and its hints are followed', async ({
    page,
    home,
  }) => {
    await page.goto(home);
    await page.getByRole('button', { name: 'Play now' }).click();
    const panel = page.getByRole('region', { name: 'Coach' });
    await panel.getByRole('button', { name: 'Coach' }).press('Enter');
    const log = page.getByRole('log', { name: 'What was typed and said' });
    for (let placed = 0; placed < 4; placed += 1) {
      const best = panel.locator('ol li').first();
      await expect(best).toContainText(/(Settlement|Road), .+: best choice\. /, {
        timeout: 15_000,
      });
      const place = /, (.+): best choice/.exec((await best.textContent()) ?? '')?.[1] ?? '?';
      await expect(log).toContainText(place);
      if (placed === 0) {
        await expect(panel.locator('.percent')).toHaveCount(4);
        // Whoever goes from place to place by key hears what speaks for each.
        await page.locator('main [data-pick]').first().focus();
        await expect(page.locator('[data-voice=polite]')).toContainText(
          /Settlement, .+ \d+ pips?: a card every/,
        );
        await expectAccessible(page, 'the coach in words');
      }
      const told = (await best.textContent()) ?? '';
      await panel.getByRole('button', { name: 'Build it' }).click();
      await expect(panel.locator('ol li').filter({ hasText: told })).toHaveCount(0);
    }
  });
});

/** The panel covers neither the middle of the island nor a place on it. */
async function expectInSight(page: Page): Promise<void> {
  const covered = await page.evaluate(() => {
    const island = document.querySelector('.board svg');
    const panel = document.querySelector('section[aria-label=Coach]');
    if (!island || !panel) return ['no island or no panel'];
    const { x, y, width, height } = island.getBoundingClientRect();
    const spots = [...document.querySelectorAll('.board [data-pick]')].map((place) => {
      const box = place.getBoundingClientRect();
      return { name: place.ariaLabel ?? '', x: box.x + box.width / 2, y: box.y + box.height / 2 };
    });
    const middle = { name: 'the middle', x: x + width / 2, y: y + height / 2 };
    return [middle, ...spots]
      .filter((spot) => panel.contains(document.elementFromPoint(spot.x, spot.y)))
      .map(({ name }) => name);
  });
  expect(covered).toEqual([]);
}
