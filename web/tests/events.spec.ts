import { expectAccessible, expectLooksRight } from './support/checks';
import { StagedTable } from './support/staged';
import { expect, MOTION, SIZES, test } from './support/test';

type Five = [number, number, number, number, number];

for (const [size, device] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use({ ...device, ...MOTION });

    test('one sees what has just happened, and finds it again in the log', async ({
      page,
      home,
    }) => {
      const table = new StagedTable();
      const hand: Five = [1, 2, 0, 1, 0];
      const own = { hand, development: [0, 0, 0, 0, 0] as Five, bought: [0, 0, 0, 0, 0] as Five };
      await table.open(page, home, { view: { active: 2, own, longest_road: 1 } });
      const flying = page.locator('[data-flight]');
      await expect(page.getByRole('button', { name: /^2 lumber/ })).toBeVisible();

      // Cards come to the hand from another player, and are marked there.
      const terms = { give: [0, 0, 1, 0, 0] as Five, take: [0, 1, 0, 0, 0] as Five };
      const traded = { ...own, hand: [1, 1, 1, 1, 0] as Five };
      table.show({
        view: { active: 2, own: traded },
        events: [{ type: 'traded', seat: 2, with: 0, terms }],
      });
      await expect(page.locator('[data-flight=wool]')).toBeAttached();
      const change = (of: string) => page.locator(`[data-heap=${of}] [data-change]`);
      const wool = change('wool');
      await expect(wool).toHaveAttribute('data-change', '+1');
      await expect(change('lumber')).toHaveAttribute('data-change', '−1');
      await expect(flying).toHaveCount(0);

      // An award goes over to its new holder.
      table.show({
        view: { active: 2, own: traded, longest_road: 2 },
        events: [{ type: 'longest_road', holder: 2 }],
      });
      await expect(page.locator('[data-flight=longest_road]')).toBeAttached();
      await expect(flying).toHaveCount(0);
      await expect(wool).toHaveCount(0);

      // Nothing moves for those who do not want it, and the marks stay.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      table.show({
        view: { active: 2, own: { ...own, hand: [1, 1, 2, 1, 0] } },
        events: [{ type: 'took_plenty', seat: 0, cards: [0, 0, 1, 0, 0] }],
      });
      await expect(wool).toHaveAttribute('data-change', '+1');
      await expect(flying).toHaveCount(0);

      // The log is searched by words, by kind and by player.
      if (size === 'phone') await page.getByRole('button', { name: 'Log' }).click();
      const log = page.getByRole('log').last();
      await page.getByRole('button', { name: 'Search the log' }).click();
      const words = page.getByRole('searchbox', { name: 'Words in the log' });
      await expect(words).toBeFocused();
      await words.fill('LONGEST');
      await expect(log.locator('p')).toHaveCount(1);
      await expect(log).toContainText('longest road');
      await expect(page.getByRole('search').getByRole('status')).toContainText(/^1 line of \d+$/);
      await words.fill('');
      const kind = page.getByRole('combobox', { name: 'What to show' });
      await kind.selectOption('Trades and offers');
      await expect(log).not.toContainText('longest road');
      await expect(log.locator('p').last()).toContainText(/gives you/);
      await expectAccessible(page, 'log search');
      await expectLooksRight(page, size, 'log-search');

      // A line leads to its place on the board.
      await kind.selectOption('Buildings and longest road');
      await log.getByRole('button').last().click();
      await expect(page.locator('.flash')).toBeVisible();
      if (size === 'phone') return;
      await words.press('Escape');
      await expect(page.getByRole('search')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Search the log' })).toBeFocused();
    });
  });
}
