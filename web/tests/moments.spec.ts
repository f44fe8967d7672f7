import { robberMoves } from '../src/lib/play/game/test-robber';
import type { Why } from '../src/lib/base/protocol';
import { expectLooksRight } from './support/checks';
import { StagedTable } from './support/staged';
import { expect, SIZES, test } from './support/test';
import { refusal } from './support/views';

type Five = [number, number, number, number, number];

const KNIGHT: Five = [1, 0, 0, 0, 0];
const HAND: Five = [1, 2, 0, 1, 0];
const NONE: Five = [0, 0, 0, 0, 0];

const SHOWN = {
  desktop: { ...SIZES.desktop, view: 'board' },
  phone: { ...SIZES.phone, view: 'board' },
  text: { ...SIZES.desktop, view: 'text' },
} as const;

/** A deck of all 36 rolls. */
const THROWS = [1, 2, 3, 4, 5, 6].flatMap((first) =>
  [1, 2, 3, 4, 5, 6].map((second): [number, number] => [first, second]),
);

for (const [size, shown] of Object.entries(SHOWN)) {
  test.describe(size, () => {
    test.use(shown);

    test('what variants and five or six players ask for is asked', async ({ page, home }) => {
      const table = new StagedTable();
      const pill = page.locator('.pill');
      const look = (name: string) => expectLooksRight(page, size, `moment-${name}`);
      const acted = () => table.acted.at(-1);
      const holding = (development: Five) => ({
        own: { hand: HAND, development, bought: NONE },
      });

      // A knight may interrupt a robber (VAR-8).
      await table.open(page, home, {
        rules: { dice: 'deck', time_limit: 60 },
        view: {
          phase: { type: 'interrupt', asked: [0, 2] },
          to_act: { type: 'seats', seats: [0] },
          active: 1,
          robbing: 1,
          robber: 4,
          dice_deck: THROWS,
          ...structuredClone(holding(KNIGHT)),
        },
        choices: { to_act: true, pass: true, play: ['knight'] },
        clock: { left_ms: 600_000, running: true },
      });
      await expect(pill).toContainText(/moves the robber to .+: interrupt\?/);
      await expect(page.getByRole('timer')).toContainText(/\d:\d\d/);
      await expect(page.getByText('36 left')).toBeVisible();
      await look('interrupt');
      await page.getByRole('button', { name: 'Play a knight' }).click();
      await expect.poll(acted).toEqual({ type: 'play_knight' });
      await page.getByRole('button', { name: 'Do not interrupt' }).click();
      await expect.poll(acted).toEqual({ type: 'pass' });

      // The theft may be forgone (ROB-06).
      table.show({
        view: { phase: { type: 'rob', victims: [1, 2] }, active: 0, robbing: 0, robber: 4 },
        choices: { to_act: true, victims: [1, 2], pass: true },
      });
      await expect(pill).toHaveText('Choose who to rob, or nobody');
      await look('rob');
      await page.getByRole('button', { name: 'Take nothing' }).click();
      await expect.poll(() => table.acted.length).toBe(3);

      // The robber may stay after a 7 (VAR-5).
      table.show({
        view: { phase: { type: 'move_robber' }, active: 0, robbing: 0 },
        choices: { to_act: true, robber: robberMoves(1, 2, 3), pass: true },
      });
      await expect(pill).toHaveText('Move the robber, or leave it');
      await page.getByRole('button', { name: 'Leave it here' }).click();
      await expect.poll(() => table.acted.length).toBe(4);

      // After another's turn there is building, and nothing else (SBP-01, SBP-02).
      const noTrade: Why = {
        what: 'trade',
        problem: {
          code: 'special_building_only',
          clause: 'SBP-02',
          message: 'You cannot trade or play cards in the special building.',
          details: [],
          line: null,
        },
      };
      table.show({
        view: { phase: { type: 'special_building' }, active: 2, special: 0 },
        choices: { to_act: true, pass: true, buy_development_card: true, why_not: [noTrade] },
      });
      await expect(pill).toHaveText('Special building: build and buy');
      await look('special-building');
      await page.locator('[data-action=trade]').press('Enter');
      await expect(refusal(page)).toContainText('cannot trade');
      await page.locator('.context').getByRole('button', { name: 'Done' }).click();
      await expect.poll(() => table.acted.length).toBe(5);

      // A victory point card is played like any other (VAR-1).
      table.show({
        view: {
          phase: { type: 'turn' },
          active: 0,
          special: null,
          ...structuredClone(holding([0, 0, 0, 0, 1])),
        },
        choices: { to_act: true, end_turn: true, play: ['victory_point'] },
      });
      await page.getByRole('button', { name: /^(Play )?victory point$/i }).click();
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      await expect.poll(acted).toEqual({ type: 'play_victory_point' });

      // The time limit has run out, and several share the game (WIN-05).
      table.show({
        view: { phase: { type: 'turn' }, active: 1, special: null, time_up: true },
        clock: { left_ms: 0, running: false },
      });
      await expect(page.getByRole('timer')).toHaveText('Last turn');
      await expect(refusal(page)).toContainText('Time is up');
      table.show({ view: { phase: { type: 'over', winners: [0, 1] }, time_up: true } });
      await expect(pill).toContainText(/share the win/);
      await expect(page.getByRole('region', { name: /share the win/ })).toBeVisible();
      await look('shared');
    });

    test('everybody is asked whether a game shall end without a winner', async ({ page, home }) => {
      const table = new StagedTable();
      await table.open(page, home, {
        view: { active: 1 },
        seating: { ending: { by: [1], missing: [0, 2], left_ms: 60_000 } },
      });
      const vote = page.getByRole('region', { name: 'End the game without a winner?' });
      await expect(vote).toContainText('wants to end the game');
      await expectLooksRight(page, size, 'moment-ending-vote');
      await vote.getByRole('button', { name: 'End the game' }).click();
      await expect.poll(() => table.asked).toEqual(['end_game']);
      table.show({
        view: { active: 1 },
        seating: { ending: { by: [0, 1], missing: [2], left_ms: 50_000 } },
      });
      await expect(vote).toContainText('agrees');
      await expect(vote.getByRole('button')).toHaveCount(0);

      table.show({
        view: { phase: { type: 'over', winners: [] } },
        events: [{ type: 'called_off' }],
      });
      await expect(page.getByRole('region', { name: /Nobody has won/ })).toBeVisible();
      await expectLooksRight(page, size, 'moment-ended');
    });

    test('a game that nobody can win any more says so as it ends', async ({ page, home }) => {
      const table = new StagedTable();
      await table.open(page, home, { view: { active: 1 } });
      table.show({
        view: { phase: { type: 'over', winners: [] } },
        log: [
          { seq: 1001, undone: null, at_table: { type: 'nobody_can_win' }, events: [] },
          { seq: 1002, undone: null, at_table: null, events: [{ type: 'called_off' }] },
        ],
      });
      const result = page.getByRole('region', { name: /Nobody has won/ });
      await expect(result).toContainText('Nobody could reach the goal any more.');
      await expectLooksRight(page, size, 'moment-nobody-can-win');
    });

    test('what cannot be decided is passed by itself, unless one wants to be asked', async ({
      page,
      home,
    }) => {
      const table = new StagedTable();
      const nothing = {
        view: { phase: { type: 'special_building' }, active: 2, special: 0 },
        choices: { to_act: true, pass: true },
      } as const;
      await table.open(page, home, structuredClone(nothing) as never);
      await expect.poll(() => table.acted).toEqual([{ type: 'pass' }]);

      table.show({ view: { phase: { type: 'turn' }, active: 2, special: null } });
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByLabel('Skip special building when I can build nothing').uncheck();
      await page.keyboard.press('Escape');
      table.show(structuredClone(nothing) as never);
      await expect(page.getByRole('region', { name: 'Special building' })).toBeVisible();
      await page.waitForTimeout(900);
      expect(table.acted).toHaveLength(1);
    });
  });
}
