import type { Locator, Page } from '@playwright/test';

import type { Action, Cards } from '../src/lib/base/protocol';
import { StagedTable, type Moment } from './support/staged';
import { expect, SIZES, test } from './support/test';

const ONE_OF_EACH: Cards = [1, 1, 1, 1, 1];

/** A turn in which everything can be bought, built and played. */
const TURN: Moment = {
  view: {
    active: 0,
    phase: { type: 'turn' },
    dice: [3, 4],
    own: { hand: [5, 5, 5, 5, 5], development: ONE_OF_EACH, bought: [0, 0, 0, 0, 0] },
  },
  choices: {
    ...{ to_act: true, end_turn: true, buy_development_card: true, roads: [10], plenty: 2 },
    play: ['knight', 'road_building', 'year_of_plenty', 'monopoly', 'victory_point'],
  },
};

interface Question {
  readonly what: string;
  /** The button that begins it. */
  readonly begins: (page: Page) => Locator;
  /** What is shown then, and leads back. */
  readonly asks: (page: Page) => Locator;
  readonly no: (page: Page) => Locator;
  /** What is pressed for a yes, one after the other. */
  readonly yes: readonly ((page: Page) => Locator)[];
  readonly does: Action;
}

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true });
/** A card is played by its own button; in words, it says so. */
const card = (name: string) => button(new RegExp(`^(Play )?${name}$`, 'i'));
const question = (title: string) => (page: Page) =>
  page.locator('.question:has(button)').filter({ hasText: title });
const inPanel = (panel: string, name: string | RegExp) => (page: Page) =>
  page.getByRole('region', { name: panel }).getByRole('button', { name, exact: true }).first();

/** What spends or reveals, and nothing takes back. */
const QUESTIONS: readonly Question[] = [
  {
    what: 'buying a card',
    begins: (page) => page.locator('[data-action=development_card]'),
    asks: question('Buy a development card?'),
    no: button('Cancel'),
    yes: [button('Buy')],
    does: { type: 'buy_development_card' },
  },
  ...(
    [
      ['Knight', 'Play a knight?', { type: 'play_knight' }],
      ['Road building', 'Play road building?', { type: 'play_road_building' }],
      ['Victory point', 'Play a victory point?', { type: 'play_victory_point' }],
    ] as const
  ).map(([name, title, does]): Question => ({
    what: name,
    begins: card(name),
    asks: question(title),
    no: button('Cancel'),
    yes: [button('Play')],
    does,
  })),
  {
    what: 'Year of plenty',
    begins: card('Year of plenty'),
    asks: (page) => page.getByRole('region', { name: 'Year of plenty' }),
    no: inPanel('Year of plenty', 'Cancel'),
    yes: [
      inPanel('Year of plenty', /^Take ore/),
      inPanel('Year of plenty', /^Take ore/),
      (page) => page.locator('[data-action=tray-yes]'),
    ],
    does: { type: 'play_year_of_plenty', cards: [0, 0, 0, 0, 2] },
  },
  {
    what: 'Monopoly',
    begins: card('Monopoly'),
    asks: (page) => page.getByRole('region', { name: 'Monopoly' }),
    no: inPanel('Monopoly', 'Cancel'),
    yes: [inPanel('Monopoly', /^All grain/)],
    does: { type: 'play_monopoly', resource: 'grain' },
  },
];

const click = (target: Locator) => target.click();
const WAYS = {
  'by mouse': { use: SIZES.desktop, press: click },
  'by touch': { use: SIZES.phone, press: (target: Locator) => target.tap() },
  'by keyboard': { use: SIZES.desktop, press: (target: Locator) => target.press('Enter') },
  'in words': { use: { ...SIZES.desktop, view: 'text' }, press: click },
} as const;

for (const [way, { use, press }] of Object.entries(WAYS)) {
  test.describe(way, () => {
    test.use(use);

    test('what spends or reveals is asked about, and can be declined', async ({ page, home }) => {
      const table = new StagedTable();
      await table.open(page, home, TURN);
      for (const { what, begins, asks, no, yes, does } of QUESTIONS) {
        const before = table.acted.length;
        await press(begins(page));
        await expect(asks(page), what).toBeVisible();
        await press(no(page));
        await expect(asks(page), what).toBeHidden();
        expect(table.acted, what).toHaveLength(before);
        await press(begins(page));
        for (const each of yes) await press(each(page));
        await expect.poll(() => table.acted.slice(before), { message: what }).toEqual([does]);
        table.show(TURN);
        await expect(asks(page), what).toBeHidden();
      }
    });
  });
}
