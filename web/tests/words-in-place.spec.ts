import type { Page } from '@playwright/test';

import type { Addresses, Replay } from '../src/lib/base/protocol';
import type { Route } from '../src/lib/base/router.svelte';
import { expectFits } from './support/checks';
import { recordOf } from './support/finished';
import { LOOKED_AT, speak } from './support/languages';
import { drawn, expectLaws, WHOLE, type Law } from './support/laws';
import { SCENES } from './support/lessons';
import { openTable } from './support/lobby';
import { states } from './support/moments';
import { picture } from './support/pictures';
import { stageRatingList, stageRatings, stageResults } from './support/results';
import type { Server } from './support/server';
import { StagedTable } from './support/staged';
import { expect, SIZES, test } from './support/test';
import { FIELDS_ROOMY, LABELS_WHOLE, OPTIONS_WHOLE } from './support/words';

/** The narrowest phones that people have. */
const NARROW = { ...SIZES.phone, viewport: { width: 360, height: 740 } };

/** The longest command that the page prints about itself. */
const ONLY_HERE: Addresses = {
  type: 'machine',
  can_open: false,
  command: 'brickwood serve --listen 0.0.0.0:7934',
};

/** Somebody's browser on a site, and what has been made there for it. */
interface Visit {
  readonly page: Page;
  readonly site: Server;
  /** Looks at the page that is shown. */
  readonly look: (name: string) => Promise<void>;
  /** Goes to an address of the site, and looks. */
  readonly go: (address: string, name?: string) => Promise<void>;
  /** Whether the page is shown as text: what it says of a moment is then longer, and less of it depends on the moment. */
  readonly isText: boolean;
  /** A game that is over. */
  readonly replay: Replay;
  /** The address of a table that waits for players. */
  readonly waiting: string;
}

/** How every page is opened: the router knows no other, and a new one has no type until it stands here. */
const PAGES: { readonly [P in Route['page']]: (visit: Visit) => Promise<void> } = {
  home: ({ go }) => go('/'),
  new: ({ go }) => go('/new'),
  async table({ page, site, go, look, waiting, isText }) {
    await go(waiting, 'waiting');
    const table = new StagedTable();
    const moments = states(4).filter(({ name }) => !isText || IN_TEXT.includes(name));
    await table.open(page, site.url, moments[0]?.moment ?? {});
    for (const { name, moment } of moments) {
      table.show(moment);
      await drawn(page);
      await look(`table-${name}`);
    }
  },
  rules: ({ go }) => go('/rules'),
  async learn({ page, go, look }) {
    await go('/learn/1');
    for (let scene = 2; scene <= SCENES; scene += 1) {
      const link = page.locator(`a[href="/learn/${scene}"]`);
      await link.click();
      await expect(link).toHaveAttribute('aria-current', 'step');
      await look(`learn-${scene}`);
    }
  },
  editor: ({ go }) => go('/editor'),
  settings: ({ go }) => go('/settings'),
  me: ({ go }) => go('/me'),
  async host({ page, site, go, look }) {
    await go('/host', 'host-no-way-in');
    await page.goto(await site.command('link'));
    const tabs = page.getByRole('tab');
    await tabs.first().waitFor();
    for (const tab of await tabs.all()) {
      await tab.click();
      await look('host');
    }
  },
  'take-along': ({ go }) => go('/take-along'),
  async replay({ page, go, look }) {
    await go('/replay', 'replay-none');
    await chooseRecord(page);
    await page.locator('input[type=range]').first().waitFor();
    await look('replay');
  },
  async verify({ page, go, look }) {
    await go('/verify', 'verify-none');
    await chooseRecord(page);
    await page.locator('table').first().waitFor();
    await look('verify');
  },
  async review({ page, replay, go }) {
    await page.route('**/api/tables/staged/replay', (route) => route.fulfill({ json: replay }));
    await go('/review/staged');
  },
  day: ({ go }) => go('/day/2026-11-24'),
  days: ({ go }) => go('/days'),
  async games({ page, go }) {
    await go('/games', 'games-none');
    await stageResults(page);
    await stageRatings(page);
    await stageRatingList(page);
    await go('/games');
  },
  unknown: ({ go }) => go('/there/is/nothing'),
};

/** The moments of a game that are looked at as text. */
const IN_TEXT = ['set-up', 'main', 'own-offer', 'end'];
/** The pages that look different as text. */
const AS_TEXT = ['new', 'table', 'learn', 'replay', 'day'] as const satisfies Route['page'][];

test.use(NARROW);

for (const code of LOOKED_AT) {
  test(`in ${code}, the words of every page have their room on the narrowest phone`, async ({
    page,
    server,
  }) => {
    const home = server.url;
    let shown = 'board';
    const look = async (name: string) => {
      const where = `${name} as ${shown}, ${code}`;
      await unfold(page);
      await picture(page, `words-${code}-${shown}-${name}`, { fullPage: true });
      await expectFits(page, where);
      await expectLaws(page, where, WHOLE, FIELDS_ROOMY, LABELS_WHOLE, OPTIONS_WHOLE);
    };
    const go = async (address: string, name = address.slice(1) || 'home') => {
      await page.goto(home + address, { waitUntil: 'networkidle' });
      await page.locator('h1').first().waitFor();
      await look(name.replaceAll('/', '-'));
    };
    await page.route('**/api/addresses', (route) => route.fulfill({ json: ONLY_HERE }));
    // Names of buttons lead to the table; from there on the page speaks the language.
    await openTable(page, home, {
      name: 'Bartholomew Featherstone',
      seats: ['human', 'human', 'easy'],
      start: 'host',
    });
    const waiting = new URL(page.url()).pathname;
    await speak(page, code);
    const visit = {
      page,
      site: server,
      look,
      go,
      isText: false,
      waiting,
      replay: await replayOf(home),
    };
    for (const open of Object.values(PAGES)) await open(visit);
    shown = 'text';
    await page.addInitScript(() => {
      const KEY = 'brickwood.settings';
      const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as object;
      localStorage.setItem(KEY, JSON.stringify({ ...kept, view: 'text' }));
    });
    for (const name of AS_TEXT) await PAGES[name]({ ...visit, isText: true });
  });
}

test('what is too narrow, cut or broken is noticed', async ({ page }) => {
  await page.setContent(`<main style="font: 16px monospace">
    <input placeholder="too long a sample" style="width: 60px">
    <input value="too long a value" style="width: 60px">
    <select style="width: 60px"><option>too long a choice</option></select>
    <input placeholder="k7q" style="width: 200px">
    <button style="width: 60px; overflow: hidden; white-space: nowrap">too long a label</button>
    <button style="width: 200px; overflow: hidden; white-space: nowrap">short</button>
    <p style="width: 17ch">brickwood serve --listen 0.0.0.0</p>
    <p style="width: 17ch">brickwood serve <span style="white-space: nowrap">--listen</span> 0.0.0.0</p>
  </main>`);
  const broken = (law: Law) => page.evaluate<string[]>(`(${law.toString()})()`);
  expect(await broken(FIELDS_ROOMY)).toEqual([
    expect.stringContaining('too long a sample'),
    expect.stringContaining('too long a value'),
    expect.stringContaining('too long a choice'),
  ]);
  expect(await broken(LABELS_WHOLE)).toEqual([expect.stringContaining('too long a label')]);
  expect(await broken(OPTIONS_WHOLE)).toEqual(['--listen is broken']);
});

/** Opens all that is folded. */
async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const folded of document.querySelectorAll('details')) folded.open = true;
  });
  await drawn(page);
}

/** Chooses the record of a game where a page asks for one. */
async function chooseRecord(page: Page): Promise<void> {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      ...{ name: 'game.record', mimeType: 'text/plain' },
      buffer: Buffer.from(recordOf('fair')),
    });
}

/** The game of that record, as a server tells it. */
async function replayOf(home: string): Promise<Replay> {
  const answer = await fetch(`${home}/api/replay`, { method: 'POST', body: recordOf('fair') });
  return (await answer.json()) as Replay;
}
