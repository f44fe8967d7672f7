import { expectFocusKept } from './support/checks';
import { StagedTable } from './support/staged';
import { TableWatch } from './support/table-watch';
import { expect, test } from './support/test';
import { Typist } from './support/typist';

import type { Page } from '@playwright/test';

import type { Update } from '../src/lib/base/protocol';

/** The path A2 east of the fixture's board. */
const FREE_PATH = 8;

/** What the accessibility tree says of the players and of the hand. */
async function heard(page: Page): Promise<unknown> {
  const [players, hand] = await Promise.all([
    page.locator('.seats').ariaSnapshot({ timeout: 500 }),
    page.locator('.heaps').ariaSnapshot({ timeout: 500 }),
  ]);
  const numbers = (text: string, what: RegExp) =>
    [...text.matchAll(what)].map(([, count]) => Number(count));
  return {
    points: numbers(players, /(\d+) points?\b/g),
    cards: numbers(players, /(\d+) resource cards?\b/g),
    hand: numbers(hand, /button "(\d+) \w+/g),
  };
}

/** The same as the server has told it. */
function told({ view }: Update): unknown {
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
  return {
    points: view.seats.map(({ points }) => sum(Object.values(points))),
    cards: view.seats.map(({ hand }) => hand),
    hand: [...(view.own?.hand ?? [])],
  };
}

test('a whole game is played by keyboard alone, and the accessibility tree says what the table says', async ({
  page,
  home,
}) => {
  test.setTimeout(240_000);
  const typist = new Typist(page);
  const watch = new TableWatch(page);
  await page.goto(`${home}/new`);
  await typist.tabTo('Points to win');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('4');
  await typist.tabTo('Start the game');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/t\/.+/);

  await typist.playToTheEnd(async () => {
    // Bots may go on meanwhile: what is shown soon is what was told last.
    await expect(async () => {
      const { update } = watch.now;
      // The result takes the place of the players.
      if (update.view.phase.type === 'over') return;
      expect(await heard(page)).toEqual(told(update));
    }).toPass({ intervals: [0, 10, 20, 50, 100], timeout: 5000 });
  });

  await expect(page.getByRole('region', { name: /win/ })).toBeVisible();
  expect(typist.strayed, 'where the focus was left').toEqual([]);
  for (const thing of ['settlement', 'road', 'roll', 'end']) {
    expect(typist.done.get(thing) ?? 0, thing).toBeGreaterThan(0);
  }
  await typist.tabTo('Rematch');
  const before = page.url();
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(before);
});

test('the arrow keys move among the places that can be picked', async ({ page, home }) => {
  const typist = new Typist(page);
  await page.goto(home);
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(page.locator('.pill')).toHaveText('Place your first settlement');
  await page.keyboard.press('b');
  await expect.poll(() => typist.focused()).toMatch(/^Corner .*legal$/);
  const start = await typist.focused();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => typist.focused()).not.toBe(start);
  expect(await typist.focused()).toMatch(/^Corner .*legal$/);
});

test('on the board, keys mean what the help says', async ({ page, home }) => {
  const typist = new Typist(page);
  const table = new StagedTable();
  const focused = (name: RegExp) => expect.poll(() => typist.focused()).toMatch(name);
  await table.open(page, home, {
    choices: { to_act: true, end_turn: true, buy_development_card: true, roads: [FREE_PATH] },
  });
  await page.locator('[data-action=road]').focus();
  await page.keyboard.press('b');
  await focused(/^Hex A1, /);
  await page.keyboard.press('ArrowRight');
  await focused(/^Hex A2, /);
  await page.keyboard.press('Enter');
  await expect(page.locator('.details', { hasText: 'A2: ' })).toBeVisible();
  await expect(page.locator('[data-voice=polite]')).toContainText(/Produces/);
  await page.keyboard.press('Escape');
  await expect(page.locator('.details', { hasText: 'A2: ' })).toBeHidden();

  // V and E descend: they buy nothing, and do not end the turn.
  await page.keyboard.press('v');
  await focused(/^Corner /);
  await page.keyboard.press('e');
  await focused(/^Path /);
  await page.keyboard.press(' ');
  await page.waitForTimeout(100);
  expect(table.acted).toEqual([]);
  await page.keyboard.press('Escape');
  await focused(/^Hex A2, /);
  await page.keyboard.press('Escape');
  await focused(/^Road/);

  // What can be built there is asked about, and the focus comes back.
  await page.keyboard.press('b');
  await focused(/^Hex A2, /);
  await page.keyboard.press('e');
  await focused(/^Path /);
  for (let steps = 0; steps < 6; steps++) {
    if ((await typist.focused()).endsWith('legal')) break;
    await page.keyboard.press('n');
  }
  await focused(/^Path .*legal$/);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Build a road here?')).toBeVisible();
  await focused(/^Build$/);
  await page.keyboard.press('Escape');
  await focused(/^Path .*legal$/);
  await page.keyboard.press('Enter');
  await focused(/^Build$/);
  await page.keyboard.press('Enter');
  await expect.poll(() => table.acted.at(-1)?.type).toBe('build_road');
});

test('the key of a piece takes it up and puts it away, and Enter then ends no turn', async ({
  page,
  home,
}) => {
  const typist = new Typist(page);
  const table = new StagedTable();
  await table.open(page, home, { choices: { to_act: true, end_turn: true, roads: [FREE_PATH] } });
  const lit = page.locator('.board [data-pick=road]');
  await page.locator('[data-action=end_turn]').focus();
  await page.keyboard.press('w');
  await expect(lit).toHaveCount(1);
  await expect.poll(() => typist.focused()).toMatch(/^Path .*legal$/);
  await page.keyboard.press('w');
  await expect(lit).toHaveCount(0);
  expect(await typist.focused()).not.toMatch(/^End turn/);
  await page.keyboard.press('Enter');
  // What is done is sent at once.
  await page.waitForTimeout(100);
  expect(table.acted).toEqual([]);
});

test('the focus is led to a panel also where its code arrives late', async ({ page, home }) => {
  const typist = new Typist(page);
  const table = new StagedTable();
  let arrive = () => undefined as unknown;
  const late = new Promise((resolve) => (arrive = () => resolve(null)));
  await page.route(/Panels-.*\.js$/, async (route) => {
    await late;
    await route.continue();
  });
  await table.open(page, home, { choices: { to_act: true, end_turn: true, offer: true } });
  await page.locator('[data-action=trade]').focus();
  await page.keyboard.press('t');
  await expect(page.locator('[data-action=trade][aria-pressed=true]')).toBeVisible();
  arrive();
  await expect.poll(() => typist.focused()).toMatch(/^Get brick/);
});

test('the focus lands on what means something, and goes back to what led there', async ({
  page,
  home,
}) => {
  const typist = new Typist(page);
  const table = new StagedTable();
  const focused = (name: RegExp) => expect.poll(() => typist.focused()).toMatch(name);
  const turn = { to_act: true, end_turn: true, offer: true, maritime_trade: true };
  await table.open(page, home, { choices: { ...turn, buy_development_card: true } });

  // The trade: not on Close, numbers lead to the button that sends, and Escape leads back.
  await page.locator('[data-action=trade]').focus();
  await page.keyboard.press('t');
  await focused(/^Get brick/);
  await page.keyboard.press('Escape');
  await focused(/^Trade/);
  await page.keyboard.press('t');
  await focused(/^Get brick/);
  await page.keyboard.press('1');
  await focused(/^Offer$/);
  await page.keyboard.press('Shift+3');
  await page.keyboard.press('Enter');
  await expect.poll(() => table.acted.at(-1)?.type).toBe('offer');
  await focused(/^(?!Close|End turn).+/);

  // A card: asked about, and back again.
  table.show({ choices: { ...turn, buy_development_card: true } });
  await page.locator('[data-action=development_card]').focus();
  await page.keyboard.press('v');
  await focused(/^Buy$/);
  const bought = () => table.acted.filter(({ type }) => type === 'buy_development_card').length;
  expect(bought()).toBe(0);
  await page.keyboard.press('Escape');
  await focused(/^Card/);
  await page.keyboard.press('v');
  await focused(/^Buy$/);
  await page.keyboard.press('Enter');
  await expect.poll(bought).toBe(1);
  await focused(/^Card/);

  // A turn with something begun in it: the question leaves the hand off the yes.
  await page.keyboard.press('t');
  await focused(/^Get brick/);
  await page.keyboard.press('1');
  await page.waitForTimeout(450);
  await page.keyboard.press('e');
  await expect(page.getByText('End your turn?')).toBeVisible();
  await focused(/^Cancel$/);
  expect(table.acted.filter(({ type }) => type === 'end_turn')).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  // Whoever rolls by Enter is not left on the button that ends the turn.
  table.show({ view: { dice: null }, choices: { to_act: true, roll: true } });
  await page.locator('[data-action=roll]').focus();
  table.show({ choices: turn });
  await expect(page.locator('[data-action=end_turn]')).toBeVisible();
  await focused(/^(?!Close|Suggest|End turn).+/);

  // A discard: a card, not Suggest; numbers lead to Discard.
  table.show({
    view: { phase: { type: 'discard', due: [4, 0, 0, 0, 0, 0] } },
    choices: { to_act: true, discard: 4 },
  });
  await expect(page.getByRole('region', { name: 'Discard 4 cards' })).toBeVisible();
  await focused(/discard one$/);
  await page.keyboard.press('3');
  await focused(/^Discard$/);

  // By mouse, what is gone leaves the focus on the page's one sentence.
  await page.getByRole('button', { name: 'Suggest' }).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  table.show({ choices: turn });
  await expectFocusKept(page, 'after a discard by mouse');

  // A counter-offer, a suggestion, and something said: by mouse as well.
  const pending = { type: 'pending' } as const;
  const others = Array.from({ length: 5 }, () => ({ type: 'not_asked' }) as const);
  table.show({
    view: {
      active: 1,
      phase: {
        type: 'trade',
        trade: {
          terms: { give: [0, 0, 0, 0, 1], take: [0, 0, 2, 0, 0] },
          answers: [pending, ...others] as never,
        },
      },
    },
    choices: { to_act: true, answer: true, accept: true },
  });
  await page.getByRole('button', { name: 'Counter' }).click();
  await expect(page.getByRole('form', { name: /counter-offer/ })).toBeVisible();
  await expectFocusKept(page, 'after Counter');
  table.show({
    choices: turn,
    suggestions: [
      {
        ...{ line: 90, from: 2, answers: null, declined: [] },
        terms: { give: [1, 0, 0, 0, 0], take: [0, 0, 0, 0, 1], any_give: 0, any_take: 0 },
      },
    ],
  });
  await page.locator('[data-action=take-suggestion]').click();
  table.show({ choices: turn });
  await expectFocusKept(page, 'after a suggestion');
  await page.getByRole('tab', { name: 'Chat' }).click();
  await page.getByLabel('Say something').fill('Hello');
  await page.getByRole('button', { name: 'Send' }).click();
  await focused(/^Say something$/);
});

test('by mouse the focus is kept after a no, at the end of the game, and from page to page', async ({
  page,
  home,
}) => {
  await page.goto(home);
  await page.getByRole('link', { name: 'Set up a game' }).click();
  await expect(page).toHaveURL(/\/new$/);
  await expectFocusKept(page, 'on another page');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Play now' })).toBeVisible();
  await expectFocusKept(page, 'on the way back');
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(page.locator('.pill')).toHaveText('Place your first settlement');
  await expectFocusKept(page, 'at a table');

  const table = new StagedTable();
  const turn = { to_act: true, end_turn: true, buy_development_card: true, roads: [10] };
  await table.open(page, home, { choices: turn });
  await page.locator('[data-action=development_card]').click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expectFocusKept(page, 'after a no');
  await page.locator('[data-action=road]').click();
  const spot = page.locator('.board [data-spot="10"][data-pick=road]');
  await spot.click();
  await expectFocusKept(page, 'after a road');
  table.show({ choices: turn });
  await page.locator('[data-action=end_turn]').click();
  await expectFocusKept(page, 'after the turn');
  table.show({ view: { phase: { type: 'over', winners: [0] } } });
  await expect(page.getByRole('button', { name: 'Rematch' })).toBeVisible();
  await expectFocusKept(page, 'at the end');
});

test('a dialog is entered past its Close, and left to where it was opened', async ({
  page,
  home,
}) => {
  const typist = new Typist(page);
  await new StagedTable().open(page, home, { choices: { to_act: true, end_turn: true } });
  await typist.tabTo('Menu');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expect.poll(() => typist.focused()).toBe('All the rules');
  await page.keyboard.press('Escape');
  await expect.poll(() => typist.focused()).toBe('Menu');
});

test('nothing on the table is described by its own name', async ({ page, home }) => {
  await new StagedTable().open(page, home, { choices: { to_act: true, end_turn: true } });
  await expect(page.locator('.pill')).toBeVisible();
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const doubled = nodes
    .map(({ name, description }) => [name?.value, description?.value] as unknown[])
    .filter(([name, description]) => name && name === description);
  expect(doubled).toEqual([]);
});

test('the keys are listed, and can be switched off', async ({ page, home }) => {
  await page.goto(home);
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(page.locator('.pill')).toHaveText('Place your first settlement');
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Single-key shortcuts').uncheck();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // Closing the dialog leads the focus to the board; a key that still meant it would do so again.
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.focus();
  await page.keyboard.press('?');
  await page.keyboard.press('b');
  await expect(dialog).toBeHidden();
  await expect(menu).toBeFocused();
});
