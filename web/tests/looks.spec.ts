import { robberMoves } from '../src/lib/play/game/test-robber';
import type { Answer, Choices, Trade } from '../src/lib/base/protocol';
import { expectLooksRight } from './support/checks';
import { StagedTable } from './support/staged';
import { expect, SIZES, test } from './support/test';

/** A trade to which the four seats have answered so. */
function trade(
  ...answers: [Answer['type'], Answer['type'], Answer['type'], Answer['type']]
): Trade {
  const [a, b, c, d] = answers.map((type) => ({ type }) as Answer) as [
    Answer,
    Answer,
    Answer,
    Answer,
  ];
  const nobody: Answer = { type: 'not_asked' };
  return {
    terms: { give: [0, 0, 2, 0, 0], take: [1, 0, 0, 0, 0] },
    answers: [a, b, c, d, nobody, nobody],
  };
}

for (const [size, device] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use(device);
    // There is much to look at.
    test.setTimeout(120_000);

    test('the pages round a game look right and are accessible', async ({ page, home }) => {
      const look = (name: string) => expectLooksRight(page, size, name);
      await page.goto(home);
      await expect(page.getByRole('button', { name: 'Play now' })).toBeVisible();
      await look('home');
      await page.getByRole('link', { name: 'Set up a game' }).click();
      await page.getByLabel('Points to win').fill('6');
      await look('set-up');
      await page.getByRole('button', { name: 'Start the game' }).click();
      await expect(page.locator('.pill')).toContainText('Place your first settlement');
      await look('placing');
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
      await look('menu');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Costs and rules' }).click();
      await expect(page.getByRole('dialog', { name: 'Costs and rules' })).toBeVisible();
      await look('costs');
    });

    test('the moments of a game look right and are accessible', async ({ page, home }) => {
      const look = (name: string) => expectLooksRight(page, size, name);
      const pill = page.locator('.pill');
      const panel = (name: string | RegExp) => page.getByRole('region', { name });
      const mine: Partial<Choices> = { to_act: true, offer: true, maritime_trade: true };

      const table = new StagedTable();
      await table.open(page, home, {
        view: { dice: null },
        choices: { to_act: true, roll: true },
      });
      await expect(pill).toHaveText('Your turn: roll the dice');
      await look('turn');

      table.show({ choices: { ...mine, end_turn: true } });
      await page.locator('[data-action=trade]').click();
      await expect(page.getByRole('form', { name: 'Trade' })).toBeVisible();
      await look('builder');
      await page.getByRole('button', { name: 'Close' }).click();

      table.show({
        view: {
          phase: { type: 'trade', trade: trade('not_asked', 'accepted', 'declined', 'pending') },
        },
        choices: { to_act: true, confirm: [1], withdraw: true },
      });
      await expect(panel('Your offer')).toBeVisible();
      await look('offer');

      table.show({
        view: {
          active: 1,
          phase: { type: 'trade', trade: trade('pending', 'not_asked', 'declined', 'pending') },
        },
        choices: { to_act: true, answer: true, accept: true },
      });
      await expect(panel('Bruno offers a trade')).toBeVisible();
      await look('asked');

      table.show({
        view: { phase: { type: 'discard', due: [5, 3, 0, 0, 0, 0] }, dice: [3, 4] },
        choices: { to_act: true, discard: 5 },
      });
      await expect(panel(/^Discard/)).toBeVisible();
      await look('discard');

      table.show({
        view: { phase: { type: 'move_robber' }, dice: [3, 4] },
        choices: { to_act: true, robber: robberMoves(1, 2, 3, 4, 5, 9) },
      });
      await expect(pill).toContainText('Move the robber');
      await look('robber');

      table.show({ view: { phase: { type: 'over', winners: [2] } } });
      await expect(panel('Cleo wins')).toBeVisible();
      await look('end');
      await page.getByText('As a table').click();
      await look('end-table');
    });
  });
}
