import type { Browser, Page } from '@playwright/test';

import type { Cards, View } from '../src/lib/base/protocol';
import { Person } from './support/person';
import { picture } from './support/pictures';
import { StagedTable, type Moment } from './support/staged';
import { expect, test, inEitherView, type Shown } from './support/test';
import { logOf } from './support/views';

interface Player {
  readonly page: Page;
  readonly name: string;
}

/** Two people at a table, with the set-up behind them and the dice of the first turn thrown. */
async function twoPlayers(
  browser: Browser,
  home: string,
  view: Shown = 'board',
): Promise<{ active: Player; other: Player }> {
  const [host, guest] = [await browser.newPage(), await browser.newPage()];
  await host.goto(`${home}/new?view=${view}`);
  await host.getByLabel('Your name').fill('Ida');
  await host.getByRole('radio', { name: '2', exact: true }).check();
  await host.getByLabel('Seat 2', { exact: true }).selectOption('human');
  await host.getByRole('button', { name: 'Open the table' }).click();
  await expect(host.getByText('1 seat still open').first()).toBeVisible();
  await guest.goto(`${host.url()}?view=${view}`);
  await guest.getByLabel('Your name').fill('Olaf');
  await guest.getByRole('button', { name: 'Take a seat' }).click();
  const start = host.getByRole('button', { name: 'Start the game' });
  await expect(start).not.toHaveAttribute('aria-disabled', 'true');
  await start.click();

  const trading = (status: string) => status.includes('trade, build or end');
  let thrown = false;
  const ready = async (page: Page) => {
    await new Person(page).playUntil(({ status }) => {
      thrown ||= trading(status);
      return thrown;
    });
  };
  await Promise.all([ready(host), ready(guest)]);
  const hosts = trading((await host.locator('.pill').textContent()) ?? '');
  const [ida, olaf] = [
    { page: host, name: 'Ida' },
    { page: guest, name: 'Olaf' },
  ];
  return hosts ? { active: ida, other: olaf } : { active: olaf, other: ida };
}

async function hand(page: Page): Promise<ReadonlyMap<string, number>> {
  const held = await page.locator('.hand .heaps button, [data-resource]').evaluateAll((all) =>
    all.map((each) => {
      const { resource } = (each as HTMLElement).dataset;
      const count = each.querySelector('.count')?.textContent ?? '';
      return resource ? `${count} ${resource}` : (each.getAttribute('aria-label') ?? '');
    }),
  );
  return new Map(
    held.flatMap((label) => {
      const [, count, resource] = /^(\d+) (\w+)/.exec(label) ?? [];
      return resource ? [[resource, Number(count)]] : [];
    }),
  );
}

/** A resource that one has to give, and another that the other has. */
async function swap(from: Player, to: Player): Promise<{ give: string; get: string }> {
  const [own, others] = [await hand(from.page), await hand(to.page)];
  const held = (cards: ReadonlyMap<string, number>) =>
    [...cards].filter(([, count]) => count > 0).map(([resource]) => resource);
  for (const give of held(own)) {
    const get = held(others).find((resource) => resource !== give);
    if (get) return { give, get };
  }
  throw new Error('the two have nothing to trade');
}

async function draft(page: Page, { give, get }: { give: string; get: string }): Promise<void> {
  await page.locator('[data-action=trade]').click();
  await page.getByRole('button', { name: `Get ${get}`, exact: true }).click();
  await page.getByRole('button', { name: new RegExp(`^Give \\d+ ${give}`) }).click();
}

inEitherView('text', () => {
  test('an offer is countered, and the counter-offer accepted', async ({ browser, home, view }) => {
    const { active, other } = await twoPlayers(browser, home, view);
    const terms = await swap(active, other);
    const before = await hand(active.page);
    await draft(active.page, terms);
    await active.page.getByRole('button', { name: 'Offer', exact: true }).click();
    const own = active.page.getByRole('region', { name: 'Your offer' });
    await expect(own).toContainText('is thinking');
    await picture(active.page, 'trade-offered');

    const asked = other.page.getByRole('region', { name: `${active.name} offers a trade` });
    await expect(asked).toContainText(`You get 1 ${terms.give}`);
    await expect(asked).toContainText(`You give 1 ${terms.get}`);
    await asked.getByRole('button', { name: 'Counter' }).click();
    await expect(own).toContainText('is preparing a counter-offer');
    const counter = other.page.getByRole('form', { name: /counter-offer/ });
    await expect(counter).toContainText(`Ready: 1 ${terms.get} for 1 ${terms.give}.`);
    await picture(other.page, 'trade-counter');
    await counter.getByRole('button', { name: 'Send counter' }).click();

    await expect(asked).toContainText('You counter: you get');
    await expect(own).toContainText('would take');
    await picture(active.page, 'trade-countered');
    await own.getByRole('button', { name: `Accept ${other.name}’s counter-offer` }).click();
    await expect(logOf(active.page)).toContainText(`You give ${other.name}`);
    await expect
      .poll(async () => (await hand(active.page)).get(terms.get))
      .toBe((before.get(terms.get) ?? 0) + 1);
  });
});

inEitherView('board', () => {
  test('an offer that all decline stays to be read, and is sent again with one tap', async ({
    browser,
    home,
    view,
  }) => {
    const { active, other } = await twoPlayers(browser, home, view);
    const terms = await swap(active, other);
    await draft(active.page, terms);
    const builder = active.page.getByRole('form', { name: 'Trade' });
    const send = builder.getByRole('button', { name: 'Offer', exact: true });
    const asked = other.page.getByRole('region', { name: `${active.name} offers a trade` });
    const declined = `${other.name} declined 1 ${terms.give} for 1 ${terms.get}.`;
    await send.click();
    await asked.getByRole('button', { name: 'Decline', exact: true }).click();
    await expect(builder).toContainText(`${declined} Offer it again, or change it.`);
    await picture(active.page, 'trade-declined');
    await expect(asked).toBeHidden();
    await send.click();
    await asked.getByRole('button', { name: 'Decline', exact: true }).click();
    await expect(builder).toContainText(`${declined} Change it and offer again.`);
    // Nobody has declined anything else.
    await builder.getByRole('button', { name: /^Get / }).first().click();
    await expect(builder).not.toContainText('declined');
  });

  test('who is not on turn suggests a trade, and it is taken', async ({ browser, home, view }) => {
    const { active, other } = await twoPlayers(browser, home, view);
    const terms = await swap(other, active);
    const before = await hand(other.page);
    await draft(other.page, terms);
    await other.page.getByRole('button', { name: 'Suggest', exact: true }).click();
    const own = other.page.getByRole('list', { name: 'Suggested trades' });
    await expect(own).toContainText('You suggest');

    const suggestion = active.page.getByRole('list', { name: 'Suggested trades' });
    await expect(suggestion).toContainText(`${other.name} suggests`);
    await picture(active.page, 'trade-suggested');
    await suggestion.getByRole('button', { name: /^Trade/ }).click();
    await expect
      .poll(async () => (await hand(other.page)).get(terms.get))
      .toBe((before.get(terms.get) ?? 0) + 1);
    await expect(suggestion).toBeHidden();
  });
});

const TERMS = { give: [0, 0, 1, 0, 0] as Cards, take: [0, 1, 0, 0, 0] as Cards };

/** Another player's offer to the viewer. */
function offer(): Moment {
  const none = { type: 'not_asked' } as const;
  const pending = { type: 'pending' } as const;
  const trade = { terms: TERMS, answers: [pending, none, pending, none, none, none] };
  return {
    view: {
      active: 1,
      phase: { type: 'trade', trade: { ...trade, answers: [...trade.answers] } },
    } as Partial<View>,
    choices: { answer: true, decline_all: true, to_act: true },
    trade: { offer: { line: 90, answers: [null, null, null, null, null, null] } },
  };
}

inEitherView('board', () => {
  test('all offers of a turn are declined at once, and heard again with one tap', async ({
    page,
    home,
  }) => {
    const table = new StagedTable();
    await table.open(page, home, offer());
    await page.getByRole('button', { name: 'Decline all this turn' }).click();
    expect(table.talked).toEqual([{ type: 'decline_all' }]);
    table.show({
      ...offer(),
      choices: { answer: true },
      trade: { ...offer().trade, declining: [0] },
    });
    await expect(page.getByText('You decline all offers of this turn')).toBeVisible();
    await picture(page, 'trade-declines-all');
    await page.getByRole('button', { name: 'Hear offers again' }).click();
    expect(table.talked.at(-1)).toEqual({ type: 'listen' });
  });

  test('a player is blocked, and unblocked where others are asked', async ({ page, home }) => {
    const table = new StagedTable();
    await table.open(page, home, offer());
    await page.getByRole('button', { name: /^Block / }).click();
    expect(table.talked).toEqual([{ type: 'block', seat: 1 }]);
    table.show({
      view: { active: 0, phase: { type: 'turn' } },
      choices: { offer: true, suggest: true, blocked: [1], partners: [3] },
    });
    await page.locator('[data-action=trade]').click();
    const builder = page.getByRole('form', { name: 'Trade' });
    await expect(builder).toContainText('not available');
    await picture(page, 'trade-blocked');
    await builder.getByRole('button', { name: /^Unblock/ }).click();
    expect(table.talked.at(-1)).toEqual({ type: 'unblock', seat: 1 });
  });
});

inEitherView('text', () => {
  test('cards of any kind are asked for, and each answer can be taken, countered or declined', async ({
    page,
    home,
  }) => {
    const table = new StagedTable();
    const turn: Moment = {
      view: { active: 0, phase: { type: 'turn' } },
      choices: { offer: true, suggest: true },
    };
    await table.open(page, home, turn);
    await page.locator('[data-action=trade]').click();
    const builder = page.getByRole('form', { name: 'Trade' });
    await builder.getByRole('button', { name: 'Get one of any kind', exact: true }).click();
    const kinds = ['brick', 'lumber', 'wool', 'grain', 'ore'];
    const cards = await hand(page);
    const held = kinds.findIndex((kind) => (cards.get(kind) ?? 0) > 0);
    await builder
      .getByRole('button', { name: new RegExp(`^Give \\d+ ${kinds[held] ?? ''}`) })
      .click();
    await expect(builder).toContainText('for any 1. Others answer');
    await picture(page, 'trade-any');
    await builder.getByRole('button', { name: 'Offer', exact: true }).click();
    const give = [0, 0, 0, 0, 0].map((_, kind) => (kind === held ? 1 : 0)) as Cards;
    const open = { give, take: [0, 0, 0, 0, 0] as Cards, any_give: 0, any_take: 1 };
    expect(table.talked).toEqual([{ type: 'suggest', terms: open, answers: null }]);
    // The next suggestion is put together where this one was.
    await expect(builder).toBeVisible();
    await expect(builder).not.toContainText('for any 1');
    await page.keyboard.press('Enter');
    expect(table.talked).toHaveLength(1);

    const other = (held + 1) % 5;
    const take = [0, 0, 0, 0, 0].map((_, kind) => (kind === other ? 1 : 0)) as Cards;
    const answer = { give, take, any_give: 0, any_take: 0 };
    table.show({
      ...turn,
      suggestions: [
        { line: 90, from: 0, terms: open, answers: null, declined: [3] },
        { line: 91, from: 1, terms: answer, answers: 90, declined: [] },
      ],
    });
    const list = page.getByRole('list', { name: 'Suggested trades' });
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await expect(list).toContainText('1 of any kind');
    await expect(list).toContainText('declined');
    await picture(page, 'trade-answers');
    await list.getByRole('button', { name: /^Decline .*suggestion/ }).click();
    expect(table.talked.at(-1)).toEqual({ type: 'decline', suggestion: 91 });
    await list.getByRole('button', { name: /^Counter .*suggestion/ }).click();
    await expect(builder).toBeVisible();
  });
});
