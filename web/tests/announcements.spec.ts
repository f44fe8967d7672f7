import { picture } from './support/pictures';
import { StagedTable } from './support/staged';
import { expect, inEitherView, SIZES, test } from './support/test';

const TURN = { to_act: true, end_turn: true, offer: true, maritime_trade: true };

test('what has happened is told where it happened', async ({ page, home }) => {
  const table = new StagedTable();
  await table.open(page, home, { choices: TURN });

  // The dice stay when the turn passes, with who rolled them.
  const rolled = {
    type: 'rolled' as const,
    seat: 1,
    dice: [3, 5] as [number, number],
    gains: [],
    short: [],
    blocked: null,
  };
  table.show({ view: { active: 1, dice: [3, 5] }, events: [rolled] });
  const dice = page.getByRole('img', { name: /^Dice/ });
  await expect(dice).toHaveAccessibleName('Dice: 3 and 5, 8 in all, rolled by Bruno');
  table.show({
    view: { active: 2, dice: null },
    events: [{ type: 'turn_began', seat: 2, turn: 9 }],
  });
  await expect(page.locator('.pill')).toContainText('Cleo');
  await expect(dice).toHaveAccessibleName('Dice: 3 and 5, 8 in all, rolled by Bruno');

  // A line of the log leads to its place on the board.
  table.show({
    view: { active: 2 },
    events: [{ type: 'robber_moved', seat: 2, to: 7 }],
  });
  const line = page.getByRole('log').getByRole('button', { name: /moves the robber to/ });
  await line.click();
  await expect(page.locator('.board .flash')).toBeVisible();

  // An award that changes hands is seen by all, and said once.
  table.show({
    view: { active: 2, longest_road: 2 },
    events: [
      { type: 'built', seat: 2, placed: { piece: 'road', at: 3 }, paid: true },
      { type: 'longest_road', holder: 2 },
    ],
  });
  await expect(page.locator('.award')).toContainText(/Cleo (has|takes) the longest road/);
  await picture(page, 'award');
  const said = await page.locator('[data-voice] p').allTextContents();
  expect(said.filter((text) => text.includes('longest road'))).toHaveLength(1);

  // What a player's card shows is told in words, also by key.
  const card = page.getByRole('region', { name: 'Players' }).getByRole('button').nth(2);
  await card.press('Enter');
  const details = page.locator('.details:popover-open');
  await expect(details).toContainText(/resource card/);
  await expect(details).toContainText(/knights? played/);
  await expect(details).toContainText(/road of \d+/);
  await picture(page, 'seat-details');
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(card).toBeFocused();
});

inEitherView('board', () => {
  test('offers are said with their terms, and those that cannot be paid do not interrupt', async ({
    page,
    home,
  }) => {
    const table = new StagedTable();
    await table.open(page, home, { view: { active: 1 } });
    const offer = (take: [number, number, number, number, number]) => ({
      view: {
        active: 1,
        own: {
          hand: [1, 0, 2, 0, 0] as [number, number, number, number, number],
          development: [0, 0, 0, 0, 0] as [number, number, number, number, number],
          bought: [0, 0, 0, 0, 0] as [number, number, number, number, number],
        },
        phase: {
          type: 'trade' as const,
          trade: {
            terms: { give: [0, 0, 0, 0, 1] as [number, number, number, number, number], take },
            answers: [
              { type: 'pending' as const },
              ...Array.from({ length: 5 }, () => ({ type: 'not_asked' as const })),
            ] as never,
          },
        },
      },
      choices: { to_act: true, answer: true, accept: true },
    });
    const [polite, urgent] = [
      page.locator('[data-voice=polite]'),
      page.locator('[data-voice=urgent]'),
    ];
    table.show(offer([0, 0, 2, 0, 0]));
    await expect(urgent).toContainText('Bruno offers you 1 ore for 2 wool');
    await expect(polite).not.toContainText('offers');
    table.show({ view: { active: 1, phase: { type: 'turn' } } });
    table.show(offer([0, 0, 0, 3, 0]));
    await expect(polite).toContainText('Bruno offers you 1 ore for 3 grain: you cannot pay');
    await expect(urgent).not.toContainText('grain');

    table.show({
      view: { active: 0, phase: { type: 'turn' } },
      choices: TURN,
      suggestions: [
        {
          ...{ line: 90, from: 2, answers: null, declined: [] },
          terms: { give: [1, 0, 0, 0, 0], take: [0, 0, 0, 0, 1], any_give: 0, any_take: 0 },
        },
      ],
    });
    await expect(polite).toContainText('Cleo suggests a trade: 1 ore for your 1 brick');
  });
});

test('a click on the board builds only what was taken up; all else is asked about', async ({
  page,
  home,
}) => {
  const table = new StagedTable();
  type Five = [number, number, number, number, number];
  const own = {
    hand: [2, 2, 0, 0, 0] as Five,
    development: [1, 0, 0, 0, 0] as Five,
    bought: [0, 0, 0, 0, 0] as Five,
  };
  await table.open(page, home, {
    choices: { ...TURN, roads: [3, 10, 20], play: ['knight'] },
    view: { own },
  });
  // Nothing lights up by itself.
  await expect(page.locator('.board [data-pick]')).toHaveCount(0);
  const spot = page.locator('.board [data-spot="10"][data-pick=road]');
  await page.locator('[data-action=road]').click();
  const box = await spot.boundingBox();
  if (!box) throw new Error('the path is on the board');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.locator('[data-action=road]').click();
  await expect(spot).toHaveCount(0);

  await page.mouse.move(x, y);
  await expect(page.locator('.board .ghost')).toBeVisible();
  await picture(page, 'board-first');
  await page.mouse.click(x, y);
  await expect(page.getByText('Build a road here?')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(table.acted).toEqual([]);
  // The same place again is a yes.
  await page.mouse.click(x, y);
  await page.mouse.click(x, y);
  await expect.poll(() => table.acted).toEqual([{ type: 'build_road', at: 10 }]);

  // Taken up, one click builds: it can be taken back.
  await page.locator('[data-action=road]').click();
  await page.mouse.click(x, y);
  await expect.poll(() => table.acted.length).toBe(2);
  table.show({ choices: { ...TURN, undo: true, play: ['knight'] }, view: { own } });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => table.asked).toContain('undo');

  // A knight shows a card: it is asked about.
  await page.keyboard.press('k');
  await expect(page.getByText('Play a knight?')).toBeVisible();
  expect(table.acted).toHaveLength(2);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => table.acted.at(-1)).toEqual({ type: 'play_knight' });
});

test.describe('by finger', () => {
  test.use(SIZES.phone);

  test('a player’s card says in words what its pictures mean', async ({ page, home }) => {
    await new StagedTable().open(page, home, { choices: TURN });
    await page.getByRole('region', { name: 'Players' }).getByRole('button').nth(1).tap();
    const details = page.locator('.details:popover-open');
    await expect(details).toContainText(/resource card/);
    await expect(details).toContainText(/development card/);
    await expect(details).toContainText(/knights? played/);
    await expect(details).toContainText(/road of \d+/);
  });
});
