import { fileURLToPath } from 'node:url';

import type { Page } from '@playwright/test';

import { robberMoves } from '../src/lib/play/game/test-robber';
import type { Cards, Update } from '../src/lib/base/protocol';
import { expectLooksRight } from './support/checks';
import { fixture, StagedTable, type Moment } from './support/staged';
import { expect, SIZES, test } from './support/test';
import { TextPlayer } from './support/text-player';

const RESOURCES = ['brick', 'lumber', 'wool', 'grain', 'ore'] as const;
type Five = [number, number, number, number, number];

const SIX = fileURLToPath(new URL('../../tests-data/records/six.record', import.meta.url));
const TURN = { to_act: true, end_turn: true, offer: true, maritime_trade: true, suggest: true };
const HAND = {
  hand: [2, 3, 1, 0, 5] as Five,
  development: [1, 0, 0, 1, 0] as Five,
  bought: [0, 0, 0, 0, 0] as Five,
};

/** What the page says of the hand, the players and the board. */
function read(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const text = (from: ParentNode, selector: string) =>
      from.querySelector(selector)?.textContent.trim() ?? '';
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    return {
      hand: all('[data-region=hand] tbody tr').map((row) => Number(text(row, '.count'))),
      points: all('[data-region=players] [data-points]').map((cell) => Number(cell.textContent)),
      cards: all('[data-region=players] [data-cards]').map((cell) => parseInt(cell.textContent)),
      buildings: all('[data-region=board] .rows li').map(
        (row) => row.textContent.match(/(city|settlement) (north|south)/g)?.length ?? 0,
      ),
      robber: all('[data-region=board] .rows li').findIndex((row) =>
        row.textContent.includes('robber here'),
      ),
    };
  });
}

/** The same as the server has told it. */
function told({ view }: Update, corners: readonly (readonly number[])[]): unknown {
  const built = view.seats.flatMap(({ settlements, cities }) => [...settlements, ...cities]);
  return {
    hand: [...(view.own?.hand ?? [])],
    points: view.seats.map(({ points }) =>
      Object.values(points).reduce((sum, count) => sum + count, 0),
    ),
    cards: view.seats.map(({ hand }) => hand),
    buildings: corners.map((each) => each.filter((at) => built.includes(at)).length),
    robber: view.robber,
  };
}

test('a whole game is played by typed commands, and its text says what the table says', async ({
  page,
  home,
}) => {
  test.setTimeout(240_000);
  const player = new TextPlayer(page);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${home}/new?view=text`);
  await page.getByRole('radio', { name: '3', exact: true }).check();
  await page.getByLabel('Points to win').fill('5');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(player.field).toBeVisible();

  let looked = 0;
  await player.playToTheEnd(async () => {
    looked += 1;
    const corners = player.watch.now.welcome.board.hexes.map((hex) => hex.corners);
    // Bots may go on meanwhile: what is shown soon is what was told last.
    await expect(async () => {
      expect(await read(page)).toEqual(told(player.update, corners));
    }).toPass({ intervals: [0, 10, 20, 50, 100], timeout: 5000 });
  });

  await expect(page.locator('.pill')).toContainText(/wins? with/);
  await expect(page.getByRole('heading', { name: /You win!|wins/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Verify dice' })).toBeVisible();
  expect(looked).toBeGreaterThan(10);
  for (const command of ['s', 'r', 'roll', 'end']) {
    expect(player.done.get(command) ?? 0, command).toBeGreaterThan(0);
  }
  expect(errors, 'errors of the page').toEqual([]);
  // Nothing was refused but what concerned offers that were gone meanwhile.
  const refused = await page.locator('.column .problem').allTextContents();
  expect(
    refused.filter(
      (text) =>
        !/^There is no offer|offer has changed|no offer to take back|already given this answer/.test(
          text,
        ),
    ),
  ).toEqual([]);

  // The game is told in numbers, and its choices are judged.
  const said = page.locator('.column');
  const counted = player.update.seats.map(({ name }) => `${name ?? ''}: `);
  await player.field.fill('statistics');
  await player.field.press('Enter');
  await expect(said).toContainText(/You have \d+ points: /);
  await player.field.fill('statistics luck');
  await player.field.press('Enter');
  await expect(said).toContainText('Luck with the dice:');
  const numbers = await said.locator('.answer').last().textContent();
  for (const name of counted) expect(numbers).toContain(name);
  await player.field.fill('analyze 2');
  await player.field.press('Enter');
  await expect(said).toContainText('The choices are being analyzed.');
  await expect(said).toContainText('in percentage points of the chance of winning.', {
    timeout: 90_000,
  });
  await expect(said.locator('.answer').last()).toContainText(/step \d+: |No mistake/);

  const before = page.url();
  await player.field.fill('rematch');
  await player.field.press('Enter');
  await expect(page).not.toHaveURL(before);
  await expect(player.field).toBeVisible();
});

test('two people trade by typed commands', async ({ browser, home }) => {
  test.setTimeout(120_000);
  const pages = [await browser.newPage(), await browser.newPage()] as const;
  const [ida, olaf] = pages.map((page) => new TextPlayer(page)) as [TextPlayer, TextPlayer];
  await ida.page.goto(`${home}/new?view=text`);
  await ida.page.getByLabel('Your name').fill('Ida');
  await ida.page.getByRole('radio', { name: '2', exact: true }).check();
  await ida.page.getByLabel('Seat 2', { exact: true }).selectOption('human');
  await ida.page.getByRole('button', { name: 'Open the table' }).click();
  await expect(ida.page.getByText('1 seat still open').first()).toBeVisible();
  await olaf.page.goto(`${ida.page.url()}?view=text`);
  await olaf.page.getByLabel('Your name').fill('Olaf');
  await olaf.page.getByRole('button', { name: 'Take a seat' }).click();
  const start = ida.page.getByRole('button', { name: 'Start the game' });
  await expect(start).not.toHaveAttribute('aria-disabled', 'true');
  await start.click();
  await expect(ida.field).toBeVisible();
  await expect(olaf.field).toBeVisible();

  // The set-up and the first roll; a 7 that comes first is played through.
  const trades = () => ida.update.choices.end_turn || olaf.update.choices.end_turn;
  while (!trades()) {
    for (const player of [ida, olaf]) {
      const line = trades() ? null : player.next();
      if (line) await player.type(line);
    }
    await ida.page.waitForTimeout(20);
  }
  const [active, other] = ida.update.choices.end_turn ? [ida, olaf] : [olaf, ida];
  const kinds = (player: TextPlayer) => {
    const hand = player.update.view.own?.hand ?? [];
    return RESOURCES.filter((_, index) => (hand[index] ?? 0) > 0);
  };
  const give = kinds(active).find((kind) => kinds(other).some((each) => each !== kind));
  const get = kinds(other).find((kind) => kind !== give);
  if (!give || !get) throw new Error('the two have nothing to trade');
  const name = (player: TextPlayer) => (player === ida ? 'Ida' : 'Olaf');
  const urgent = (player: TextPlayer) => player.page.locator('[data-voice=urgent]');

  await active.type(`offer 1 ${give} > 1 ${get} to ${name(other)}`);
  const terms = new RegExp(`${name(active)} offers you 1 ${give} for 1 ${get}`);
  await expect(urgent(other)).toContainText(terms);
  await expect(other.page.getByRole('region', { name: 'Offers', exact: true })).toContainText(
    terms,
  );

  await other.type(`counter ${get} > 2 ${give}`);
  const counter = new RegExp(`${name(other)} would take 2 ${give} for 1 ${get}`);
  await expect(active.page.locator('.column')).toContainText(counter);
  await other.type('accept');
  await other.type('yes');
  await expect(active.page.getByRole('region', { name: 'Offers', exact: true })).toContainText(
    `${name(other)} accepts.`,
  );
  const before = active.update.view.own?.hand[RESOURCES.indexOf(get)] ?? 0;
  await active.type(`confirm ${name(other).toLowerCase()}`);
  await expect.poll(() => active.update.view.own?.hand[RESOURCES.indexOf(get)]).toBe(before + 1);
  const traded = new RegExp(`You give ${name(other)} 1 ${give} for 1 ${get}`);
  await expect(active.page.locator('.column')).toContainText(traded);

  // Whoever waits suggests a trade, and the active player takes it or not.
  await other.type(`suggest ${give} > ${get}`);
  const suggested = `${name(other)} suggests a trade: 1 ${give} for your 1 ${get}`;
  await expect(active.page.locator('.column')).toContainText(suggested);
  await active.type(`decline ${name(other)}`);
  await expect(other.page.locator('.column')).toContainText('declines a suggestion');
  await other.type('say Well done, Ida');
  await expect(active.page.locator('.column')).toContainText('says: Well done, Ida');
});

test('what spends or reveals asks, and is answered by a word or by Enter', async ({
  page,
  home,
}) => {
  const table = new StagedTable();
  const choices = { ...TURN, buy_development_card: true, play: ['knight'] as never, roads: [8] };
  await open(page, home, table, { choices, view: { own: HAND } });
  const column = page.locator('.column');

  await type(page, 'buy');
  await expect(column).toContainText('Buy a development card? Costs 1 wool, 1 grain and 1 ore.');
  await expect(page.locator('[data-voice=urgent]')).toContainText('Yes or no?');
  await type(page, 'h');
  await type(page, 'no');
  await expect(column).toContainText('Cancelled.');
  expect(table.acted).toEqual([]);
  await type(page, 'buy');
  await type(page, '');
  await expect.poll(() => table.acted).toEqual([{ type: 'buy_development_card' }]);

  await type(page, 'knight');
  await type(page, 'yes');
  await expect.poll(() => table.acted.at(-1)).toEqual({ type: 'play_knight' });

  // A road that was named is taken up and placed: it can be taken back.
  await type(page, 'r a2 east');
  await expect.poll(() => table.acted.at(-1)).toEqual({ type: 'build_road', at: 8 });

  // What cannot be done is told with the reason and its rule.
  await type(page, 's b3s');
  await expect(column.locator('.problem').last()).toContainText('You have a building at B3 south');
  await expect(page.getByRole('button', { name: 'Rule BLD-08' })).toBeVisible();
  await type(page, 'ofer wool > ore');
  await expect(column.locator('.problem').last()).toContainText('Did you mean offer?');
  expect(table.acted).toHaveLength(3);
});

test('a line can be more than one step', async ({ page, home }) => {
  const table = new StagedTable();
  const robber = { phase: { type: 'move_robber' as const }, robbing: 0, own: HAND };
  await open(page, home, table, {
    choices: { to_act: true, robber: robberMoves(7, 8, 9) },
    view: robber,
  });
  const { board } = fixture();
  await type(page, `rob ${board.hexes[8]?.name ?? ''} cleo`);
  await expect(page.locator('.column')).toContainText('Move the robber to');
  expect(table.acted).toEqual([]);
  await type(page, '');
  await expect.poll(() => table.acted).toEqual([{ type: 'move_robber', to: 8 }]);
  // Whom to rob was said before.
  table.show({
    choices: { to_act: true, victims: [1, 2] },
    view: { ...robber, robber: 8, phase: { type: 'rob', victims: [1, 2] } },
  });
  await expect.poll(() => table.acted.at(-1)).toEqual({ type: 'rob', victim: 2 });

  table.show({
    choices: { to_act: true, discard: 5 },
    view: { own: HAND, phase: { type: 'discard', due: [5, 0, 0, 0, 0, 0] } },
  });
  await type(page, 'discard 2 ore');
  await expect(page.locator('.column .problem').last()).toContainText('Choose 5 cards, not 2.');
  await type(page, 'discard 4 ore and a lumber');
  await type(page, 'yes');
  await expect.poll(() => table.acted.at(-1)).toEqual({ type: 'discard', cards: [0, 1, 0, 0, 4] });

  const play = ['monopoly' as const];
  const bank_trades = [{ give: 'ore' as const, count: 2, take: ['grain' as const] }];
  const rates: Cards = [4, 4, 4, 4, 2];
  table.show({ choices: { ...TURN, play, rates, bank_trades }, view: { own: HAND } });
  await type(page, 'mono sheep');
  await expect.poll(() => table.acted.at(-1)).toEqual({ type: 'play_monopoly', resource: 'wool' });
  await type(page, 'bank ore for grain');
  await expect
    .poll(() => table.acted.at(-1))
    .toEqual({ type: 'maritime_trade', give: 'ore', take: 'grain' });
  await type(page, 'offer lumber > wool to bruno 4');
  await expect
    .poll(() => table.acted.at(-1))
    .toEqual({
      type: 'offer',
      terms: { give: [0, 1, 0, 0, 0], take: [0, 0, 1, 0, 0] },
      to: [1, 3],
    });
});

test('a replay is read as text', async ({ page, home }) => {
  await page.goto(`${home}/replay?view=text`);
  await page.getByLabel('Open a record').setInputFiles(SIX);
  await expect(page.getByRole('heading', { name: 'The step' })).toBeVisible();
  const board = page.getByRole('region', { name: 'Board' });
  await expect(board.locator('.rows li')).toHaveCount(30);
  await page.getByRole('slider', { name: 'Step' }).focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('region', { name: 'The step' })).toContainText(/wins/);
  await expect(page.getByRole('region', { name: 'Log' }).locator('li').last()).toContainText(
    'wins',
  );
  await expectLooksRight(page, 'desktop', 'text-replay', { fullPage: true });
});

test('the command line completes, and remembers', async ({ page, home }) => {
  const table = new StagedTable();
  await open(page, home, table, { choices: { ...TURN, roads: [8, 9] }, view: { own: HAND } });
  const field = page.getByRole('combobox', { name: 'Type a command' });
  await page.locator('main h1').click();
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await page.keyboard.type('of');
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  const active = await field.getAttribute('aria-activedescendant');
  await expect(page.locator(`[id="${active ?? ''}"]`)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('offer ');
  await page.keyboard.type('wo');
  await page.keyboard.press('Tab');
  await expect(field).toHaveValue('offer wool ');
  await page.keyboard.press('Escape');
  await field.fill('status');
  await page.keyboard.press('Enter');
  await expect(page.locator('.column')).toContainText('Your turn: trade, build or end.');
  await page.keyboard.press('ArrowUp');
  await expect(field).toHaveValue('status');
  // With nothing to complete, Tab leads on.
  await field.fill('');
  await page.keyboard.press('Tab');
  await expect(field).not.toBeFocused();

  // The same is heard again, and nothing is said twice.
  await type(page, 'again');
  const said = page.locator('[data-voice=polite] p');
  await expect(said.filter({ hasText: 'Your turn: trade, build or end.' })).toHaveCount(2);
});

test('the switch leads from the board to the text and back, on every page', async ({
  page,
  home,
}) => {
  await page.goto(home);
  await expect(page.getByRole('button', { name: 'Play now' })).toBeVisible();
  await page.keyboard.press('Tab');
  const link = page.getByRole('link', { name: 'Switch to the text view' });
  await expect(link).toBeFocused();
  await expect(link).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Switch to the view with a board' })).toBeAttached();
  await page.getByRole('button', { name: 'Play now' }).click();
  const field = page.getByRole('combobox', { name: 'Type a command' });
  await expect(field).toBeVisible();
  await page.getByRole('link', { name: 'Switch to the view with a board' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.board svg').first()).toBeVisible();
  await expect(field).toBeHidden();

  // The settings have the same choice, and it is kept.
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('radio', { name: 'Text', exact: true }).check();
  await page.keyboard.press('Escape');
  await expect(field).toBeVisible();
  await page.reload();
  await expect(field).toBeVisible();
});

/** Phases of a game that the text view shows with panels and lists of their own. */
const STATES: Readonly<Record<string, Moment>> = {
  turn: {
    choices: { ...TURN, roads: [8, 9], undo: true, buy_development_card: true },
    view: { own: HAND },
  },
  'set-up': {
    choices: { to_act: true, settlements: [2, 8, 14] },
    view: { phase: { type: 'set_up_settlement' }, placed: 0, dice: null },
  },
  discard: {
    choices: { to_act: true, discard: 5 },
    view: { own: HAND, phase: { type: 'discard', due: [5, 0, 0, 4, 0, 0] } },
  },
  robber: {
    choices: { to_act: true, robber: robberMoves(1, 2, 3, 4, 5) },
    view: { phase: { type: 'move_robber' }, robbing: 0 },
  },
  offer: {
    choices: { to_act: true, answer: true, accept: true, decline_all: true },
    view: {
      active: 1,
      own: HAND,
      phase: {
        type: 'trade',
        trade: {
          terms: { give: [0, 0, 2, 0, 0], take: [1, 0, 0, 0, 1] },
          answers: ['pending', 'not_asked', 'accepted', 'declined', 'not_asked', 'not_asked'].map(
            (type) => ({ type }),
          ) as never,
        },
      },
    },
  },
  end: { view: { phase: { type: 'over', winners: [2] } } },
};

for (const [device, options] of Object.entries(SIZES)) {
  test(`the text view looks right and is accessible on a ${device}`, async ({ browser, home }) => {
    const page = await browser.newPage({ ...options, locale: 'en-GB' });
    const table = new StagedTable();
    await open(page, home, table, STATES.turn ?? {});
    for (const line of ['h', 'scan 8', 'why city', 'buy']) await type(page, line);
    await page.getByText('All corners').click();
    for (const [name, moment] of Object.entries(STATES)) {
      table.show(moment);
      await page.waitForTimeout(100);
      await expectLooksRight(page, device, `text-${name}`, { fullPage: true });
    }
    await page.close();
  });
}

/** Opens a staged table in the text view. */
async function open(page: Page, home: string, table: StagedTable, moment: Moment): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('brickwood.settings', JSON.stringify({ view: 'text' }));
  });
  await table.open(page, home, moment);
  await expect(page.getByRole('combobox', { name: 'Type a command' })).toBeVisible();
}

async function type(page: Page, line: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Type a command' });
  await field.fill(line);
  await field.press('Enter');
}
