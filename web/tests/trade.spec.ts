import type { Browser, Page } from '@playwright/test';

import { Person } from './support/person';
import { expect, test } from './support/test';

interface Player {
  readonly page: Page;
  readonly name: string;
}

/** Two people at a table, with the set-up behind them and the dice of the first turn thrown. */
async function twoPlayers(
  browser: Browser,
  home: string,
): Promise<{ active: Player; other: Player }> {
  const [host, guest] = [await browser.newPage(), await browser.newPage()];
  await host.goto(`${home}/new`);
  await host.getByLabel('Your name').fill('Ida');
  await host.getByRole('radio', { name: '2', exact: true }).check();
  await host.getByLabel('Seat 2', { exact: true }).selectOption('human');
  await host.getByRole('button', { name: 'Open the table' }).click();
  await expect(host.getByText('1 seat still open')).toBeVisible();
  await guest.goto(host.url());
  await guest.getByLabel('Your name').fill('Olaf');
  await guest.getByRole('button', { name: 'Take a seat' }).click();

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
  const labels = await page
    .locator('.hand .heaps button')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''));
  return new Map(
    labels.flatMap((label) => {
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
  await page
    .locator('.hand')
    .getByRole('button', { name: new RegExp(`^\\d+ ${give}`) })
    .click();
}

test('an offer is countered, and the counter-offer accepted', async ({ browser, home }) => {
  const { active, other } = await twoPlayers(browser, home);
  const terms = await swap(active, other);
  const before = await hand(active.page);
  await draft(active.page, terms);
  await active.page.getByRole('button', { name: 'Offer', exact: true }).click();
  const own = active.page.getByRole('region', { name: 'Your offer' });
  await expect(own).toContainText('is thinking');
  await active.page.screenshot({ path: 'screenshots/trade-offered.png' });

  const asked = other.page.getByRole('region', { name: `${active.name} offers a trade` });
  await expect(asked).toContainText(`You get 1 ${terms.give}`);
  await expect(asked).toContainText(`You give 1 ${terms.get}`);
  await asked.getByRole('button', { name: 'Counter' }).click();
  const counter = other.page.getByRole('form', { name: /counter-offer/ });
  await expect(counter).toContainText(`Ready: 1 ${terms.get} for 1 ${terms.give}.`);
  await other.page.screenshot({ path: 'screenshots/trade-counter.png' });
  await counter.getByRole('button', { name: 'Send counter' }).click();

  await expect(own).toContainText('would take');
  await active.page.screenshot({ path: 'screenshots/trade-countered.png' });
  await own.getByRole('button', { name: `Accept the counter of ${other.name}` }).click();
  await expect(active.page.getByRole('log')).toContainText(`You give ${other.name}`);
  await expect
    .poll(async () => (await hand(active.page)).get(terms.get))
    .toBe((before.get(terms.get) ?? 0) + 1);
});

test('who is not on turn suggests a trade, and it is taken', async ({ browser, home }) => {
  const { active, other } = await twoPlayers(browser, home);
  const terms = await swap(other, active);
  const before = await hand(other.page);
  await draft(other.page, terms);
  await other.page.getByRole('button', { name: 'Suggest', exact: true }).click();
  await expect(other.page.getByText('You suggest')).toBeVisible();

  const suggestion = active.page.getByRole('list', { name: 'Suggested trades' });
  await expect(suggestion).toContainText(`${other.name} suggests`);
  await active.page.screenshot({ path: 'screenshots/trade-suggested.png' });
  await suggestion.getByRole('button', { name: 'Trade' }).click();
  await expect
    .poll(async () => (await hand(other.page)).get(terms.get))
    .toBe((before.get(terms.get) ?? 0) + 1);
  await expect(suggestion).toBeHidden();
});
