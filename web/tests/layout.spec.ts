import { fileURLToPath } from 'node:url';

import {
  drawn,
  expectLaws,
  expectPressed,
  FEW_ELEMENTS,
  HAND_IN_SIGHT,
  ISLAND_WHOLE,
  LEGIBLE,
  NO_GAPS,
  REACHABLE,
  resize,
  WHOLE,
  WITHIN_WINDOW,
  withoutPaint,
} from './support/laws';
import { reachedAt } from './support/lobby';
import { LONG } from './support/long';
import { states, tableOf } from './support/moments';
import { picture } from './support/pictures';
import { fixture, StagedTable } from './support/staged';
import { expect, test } from './support/test';

import type { Page } from '@playwright/test';

import type { Cards, LogEntry, View } from '../src/lib/base/protocol';

/** A game of some length. */
const LONG_RECORD = fileURLToPath(new URL('../../tests-data/records/fair.record', import.meta.url));

/** The narrowest and lowest windows, and the most common. A page that is magnified twice stands with the phones. */
const DEVICES = {
  desktops: [
    [1024, 768],
    [1366, 768],
    [1920, 1080],
    ...forLong([1152, 864], [1280, 720], [1440, 900]),
  ],
  tablets: [
    [768, 1024],
    [820, 1180],
  ],
  phones: [[390, 844], [320, 568], [683, 384], ...forLong([360, 640], [844, 390])],
} satisfies Record<string, readonly Size[]>;
type Size = readonly [width: number, height: number];

/** The windows between these, which are for the long form. */
function forLong(...windows: Size[]): readonly Size[] {
  return LONG ? windows : [];
}

const WINDOWS: readonly Size[] = Object.values(DEVICES).flat();

/** Phases with full panels: with more than four players, buttons are pressed in these. */
const FULL = ['main', 'builder', 'own-offer', 'discard', 'victims-8', 'idle', 'end'];

/** Phases whose panels may need more than the bank and the log have. */
const LARGE = ['builder', 'own-offer', 'suggestions', 'special', 'coach'];

/** How long the side of a hex is on the screen. */
function hexSide(page: Page): Promise<number> {
  return page
    .locator('.board svg[role=group]')
    .evaluate((svg) => ((svg as SVGSVGElement).getScreenCTM()?.a ?? 0) * 60);
}

/** How many players there are, and how long the side of a hex is at least on an upright phone. */
const SIDES = [
  [4, 36],
  [5, 31],
  [6, 31],
] as const;

for (const [players, side] of SIDES) {
  for (const [devices, windows] of Object.entries(DEVICES)) {
    test(`with ${players} players every button can be pressed, nothing is cut and the table stays in its window, in every phase on ${devices}`, async ({
      page,
      home,
    }) => {
      test.setTimeout(180_000);
      const all = states(players);
      const table = await tableOf(players, home);
      await table.open(page, home, all[0]?.moment ?? {});
      await withoutPaint(page);
      // Each phase begins in each window: what a panel finds then is not what a resize gives it.
      for (const [number, [width, height]] of windows.entries()) {
        const size = `${width} by ${height}`;
        // A step of its own, too: in a long list of steps, each takes longer to add.
        await test.step(size, async () => {
          await resize(page, width, height);
          for (const state of all) {
            const isFull = players === 4 || FULL.includes(state.name);
            const isUpright = width === 390;
            // Five and six take turns: what breaks for one of them seldom holds for the other.
            const isTurn = players === 4 || number % 2 === players % 2;
            if (!isTurn && !isUpright && !(isFull && players === 6)) continue;
            table.show(state.moment);
            await expect(page.locator('.pill')).toHaveText(state.says);
            await state.enter?.(page);
            await drawn(page);
            const where = `${state.name}, ${players} players, ${size}`;
            await expectLaws(
              page,
              where,
              ...[WITHIN_WINDOW, WHOLE, LEGIBLE, REACHABLE, FEW_ELEMENTS],
              ...[ISLAND_WHOLE, HAND_IN_SIGHT, NO_GAPS],
            );
            if (isFull) await expectPressed(page, where);
            if (isUpright) {
              // The island keeps the width of the window, unless much is to be chosen below it.
              const least = LARGE.includes(state.name)
                ? 0.6 * side
                : side * (players > 4 ? 0.85 : 1);
              expect.soft(await hexSide(page), where).toBeGreaterThanOrEqual(least);
              await expect.soft(page.locator('.pill'), where).toBeInViewport({ ratio: 1 });
            }
            await state.leave?.(page);
          }
        });
      }
    });
  }
}

/** How far the page has moved by itself since this was asked last. */
function shifted(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { shift = 0 } = window;
    window.shift = 0;
    return shift;
  });
}

declare global {
  interface Window {
    /** The sum of all layout shifts that nobody has caused. */
    shift?: number;
  }
}

test('little of a table moves when it is opened, and when something is asked', async ({
  page,
  home,
}) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & Shift)[]) {
        if (!entry.hadRecentInput) window.shift = (window.shift ?? 0) + entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
    interface Shift {
      readonly value: number;
      readonly hadRecentInput: boolean;
    }
  });
  const all = states(4).filter(({ enter }) => !enter);
  const waits = all.find(({ name }) => name === 'others');
  if (!waits) throw new Error('others never play');
  const table = new StagedTable();
  await page.setViewportSize({ width: 390, height: 844 });
  await table.open(page, home, waits.moment);
  await expect(page.getByRole('log')).toBeAttached();
  for (const [width, height] of [
    [390, 844],
    [1366, 768],
    ...forLong([360, 640], [768, 1024]),
  ] as const) {
    const size = `${width} by ${height}`;
    if (width === 390) expect.soft(await shifted(page), `opened, ${size}`).toBeLessThan(0.1);
    await resize(page, width, height);
    // Each is asked while others play, and answered; a game that has ended stays so.
    for (const { name, moment, says } of all) {
      for (const [what, next] of [
        [name, { moment, says }],
        ...(name === 'end' ? [] : [[`after ${name}`, waits] as const]),
      ] as const) {
        table.show(next.moment);
        await expect(page.locator('.pill')).toHaveText(next.says);
        await drawn(page);
        expect.soft(await shifted(page), `${what}, ${size}`).toBeLessThan(0.1);
      }
    }
    table.show(waits.moment);
    await drawn(page);
    await shifted(page);
  }
});

/** What of this is where on the screen. */
function placeOf(page: Page, selector: string): Promise<string> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left, top, width, height].map((length) => length.toFixed(1)).join(' ');
    });
}

test('on a phone the island stays as it is, whatever is asked and opened', async ({
  page,
  home,
}) => {
  for (const players of [4, 6] as const) {
    // Whether clocks run is a matter of the table, and not of the moment.
    const all = states(players).filter(({ moment }) => !moment.seats?.some((seat) => seat.left_ms));
    const table = await tableOf(players, home);
    await table.open(page, home, all[0]?.moment ?? {});
    await expect(page.getByRole('log')).toBeAttached();
    await withoutPaint(page);
    for (const [width, height] of [[360, 640], ...forLong([390, 844])] as const) {
      await resize(page, width, height);
      let before: string | null = null;
      for (const state of all) {
        table.show(state.moment);
        await expect(page.locator('.pill')).toHaveText(state.says);
        await state.enter?.(page);
        await drawn(page);
        const place = await placeOf(page, '.board svg[role=group]');
        expect
          .soft(place, `${state.name}, ${players} players, ${width} by ${height}`)
          .toBe((before ??= place));
        await state.leave?.(page);
      }
    }
  }
});

test('an invitation hides no card and no button, and moves nothing', async ({ page, home }) => {
  const shown = states(4).filter(({ name }) => ['main', 'others', 'end'].includes(name));
  const table = new StagedTable();
  await table.open(page, home, shown[0]?.moment ?? {});
  await withoutPaint(page);
  // Lines of the log may lie below it: there are others to scroll to.
  await page.evaluate(() => {
    const style = new CSSStyleSheet();
    style.replaceSync('.log { visibility: hidden }');
    document.adoptedStyleSheets.push(style);
  });
  for (const [width, height] of WINDOWS) {
    await resize(page, width, height);
    for (const { name, moment, says } of shown) {
      const where = `${name}, ${width} by ${height}`;
      table.show(moment);
      await expect(page.locator('.pill')).toHaveText(says);
      await drawn(page);
      const before = await placeOf(page, '.board svg[role=group]');
      table.say({ type: 'rematch', table: `${name}-${width}`, by: 1 });
      const bar = page.locator('.invitation');
      await expect(bar).toContainText(/wants a rematch/);
      await expect(bar.getByRole('link', { name: 'Join' })).toBeInViewport({ ratio: 1 });
      await drawn(page);
      await expectLaws(page, where, REACHABLE, HAND_IN_SIGHT, WITHIN_WINDOW);
      expect.soft(await placeOf(page, '.board svg[role=group]'), where).toBe(before);
      await bar.getByRole('button', { name: 'Close' }).click();
      await expect(bar).toBeHidden();
    }
  }
});

test('every way on from the end of a game is in the window of a small laptop', async ({
  page,
  home,
}) => {
  const end = states(4).find(({ name }) => name === 'end');
  const table = new StagedTable();
  await page.setViewportSize({ width: 1366, height: 768 });
  await table.open(page, home, end?.moment ?? {});
  const ways = page.locator('.ways > *');
  await expect(ways.first()).toBeVisible();
  for (const way of await ways.all()) await expect.soft(way).toBeInViewport({ ratio: 1 });
  // Nor do they lie over a player.
  const [last, first] = [page.locator('.result ol > li').last(), ways.first()];
  const [above, below] = [await last.boundingBox(), await first.boundingBox()];
  expect((above?.y ?? NaN) + (above?.height ?? NaN)).toBeLessThanOrEqual(below?.y ?? NaN);
});

test('cards of the hand, and the letters of the sentence, keep their size', async ({
  page,
  home,
}) => {
  const table = new StagedTable();
  const turn = states(4).find(({ name }) => name === 'main');
  await table.open(page, home, turn?.moment ?? {});
  await withoutPaint(page);
  for (const [width, height] of WINDOWS) {
    await resize(page, width, height);
    const sizes: string[] = [];
    // None, one, two of a kind, and two kinds of development cards.
    for (const development of [[], [1], [2], [1, 1]]) {
      const cards = [0, 1, 2, 3, 4].map((kind) => development[kind] ?? 0);
      const own = { hand: [4, 3, 12, 0, 2], development: cards, bought: [0, 0, 0, 0, 0] };
      table.show({ view: { ...turn?.moment.view, own: own as View['own'] } });
      await drawn(page);
      sizes.push(await placeOf(page, '.hand .heaps'));
    }
    expect.soft(new Set(sizes).size, `${sizes.join('; ')} at ${width} by ${height}`).toBe(1);
    const letters = new Set<string>();
    for (const { moment } of states(4)) {
      table.show(moment);
      await drawn(page);
      letters.add(await page.locator('.pill').evaluate((pill) => getComputedStyle(pill).fontSize));
    }
    expect.soft([...letters], `${width} by ${height}`).toHaveLength(1);
  }
});

/** How high the island is on the screen, with its coast and harbors. */
function islandHeight(page: Page): Promise<number> {
  return page.locator('.board svg text').evaluateAll((texts) => {
    const boxes = texts.map((text) => text.getBoundingClientRect());
    return Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.top));
  });
}

test('whoever can be robbed stands beside the robber and all numbers, with cards and points', async ({
  page,
  home,
}) => {
  const robbed = states(4).filter(({ name }) => name.startsWith('victims'));
  const table = new StagedTable();
  await table.open(page, home, robbed[0]?.moment ?? {});
  const chips = page.locator('.victims button');
  await withoutPaint(page);
  for (const [width, height] of WINDOWS) {
    await resize(page, width, height);
    for (const { name, moment } of robbed) {
      table.show(moment);
      await expect(chips).toHaveCount(3);
      await drawn(page);
      const covered = await chips.evaluateAll((all) => {
        const numbers = [...document.querySelectorAll('.board svg[role=group] text')].filter(
          ({ textContent }) => /^\d+$/.test(textContent),
        );
        const tokens = numbers.flatMap(({ parentElement }) => parentElement ?? []);
        const robber = document.querySelector('.board .robber');
        const hidden = robber ? [...tokens, robber] : tokens;
        return all.flatMap((chip) => {
          const over = chip.getBoundingClientRect();
          return hidden.flatMap((thing) => {
            const box = thing.getBoundingClientRect();
            const across = Math.min(over.right, box.right) - Math.max(over.left, box.left);
            const down = Math.min(over.bottom, box.bottom) - Math.max(over.top, box.top);
            // The robber's foot may be hidden.
            const most = thing === robber ? box.height / 4 : 1;
            return across > 1 && down > most ? [`${chip.ariaLabel} on ${thing.textContent}`] : [];
          });
        });
      });
      expect.soft(covered, `${name}, ${width} by ${height}`).toEqual([]);
    }
  }
  const { view } = fixture().update;
  const points = Object.values(view.seats[1]?.points ?? {}).reduce((sum, some) => sum + some, 0);
  const counts = chips.first().locator('[data-count]');
  await expect(counts.first()).toHaveAttribute('data-count', `${view.seats[1]?.hand}`);
  await expect(counts.last()).toHaveAttribute('data-count', `${points}`);
});

for (const players of [5, 6] as const) {
  test(`${players} players’ cards are legible, and larger where there is more room`, async ({
    page,
    home,
  }) => {
    const turn = states(players).find(({ name }) => name === 'main');
    await (await tableOf(players, home)).open(page, home, turn?.moment ?? {});
    await expect(page.locator('.seat')).toHaveCount(players);
    const written = () =>
      page.locator('.seat .body').evaluateAll((cards) =>
        cards.map((card) => {
          const texts = [...card.querySelectorAll('.name, .count, .points')];
          const sizes = texts.map((text) => parseFloat(getComputedStyle(text).fontSize));
          return Math.min(...sizes);
        }),
      );
    const smallest = new Map<number, number>();
    for (const [width, height] of WINDOWS) {
      await resize(page, width, height);
      const sizes = await written();
      smallest.set(width, Math.min(...sizes));
      expect.soft(Math.min(...sizes), `${width} by ${height}`).toBeGreaterThanOrEqual(9);
      if (width < 1024) continue;
      // How well the bots play is written out where there is room.
      await expect(page.locator('.seat .tag', { hasText: 'Medium' })).toHaveCount(players - 1);
      await expect(page.locator('.seat .tag span:visible', { hasText: 'Medium' })).toHaveCount(
        players - 1,
      );
    }
    expect(smallest.get(1024)).toBeGreaterThanOrEqual(12);
    expect(smallest.get(1920)).toBeGreaterThan(smallest.get(1366) ?? Infinity);

    // The island takes what there is.
    await resize(page, 1920, 1080);
    const board = await page.locator('.board').first().boundingBox();
    expect(await islandHeight(page)).toBeGreaterThan(0.85 * (board?.height ?? Infinity));
  });
}

/** A log in which these turns begin, and nothing else happens. */
function turns(first: number, last: number): LogEntry[] {
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    seq: 1000 + first + index,
    undone: null,
    at_table: null,
    events: [{ type: 'turn_began', seat: index % 4, turn: first + index }],
  }));
}

test('the log follows the game, but not while somebody points into it', async ({ page, home }) => {
  const table = new StagedTable();
  await table.open(page, home, {});
  table.show({ log: turns(101, 150) });
  const lines = page.getByRole('log').getByRole('paragraph');
  await expect(lines.filter({ hasText: /Turn 150:/ })).toBeInViewport();
  await page.getByRole('log').hover();
  await page.mouse.move(1200, 500);
  table.show({ log: turns(151, 200) });
  await drawn(page);
  await expect(lines.filter({ hasText: /Turn 150:/ })).toBeInViewport();
  await page.mouse.move(400, 400);
  await expect(lines.filter({ hasText: /Turn 200:/ })).toBeInViewport();
  // A panel takes its place in a low window for a moment.
  await resize(page, 1280, 520);
  const discard = states(4).find(({ name }) => name === 'discard');
  table.show(discard?.moment ?? {});
  await expect(page.getByRole('log')).toBeHidden();
  table.show({});
  await expect(lines.filter({ hasText: /Turn 200:/ })).toBeInViewport();
  table.show({ log: turns(201, 220) });
  await expect(lines.filter({ hasText: /Turn 220:/ })).toBeInViewport();
});

test('a reader scrolls back through a long log and forth again, and few of its lines are drawn', async ({
  page,
  home,
}) => {
  const table = new StagedTable();
  await table.open(page, home, {});
  table.show({ log: turns(101, 300) });
  const lines = page.getByRole('log').getByRole('paragraph');
  await expect(lines.last()).toHaveText(/Turn 300:/);
  await page.getByRole('log').hover();
  for (const [wheel, text] of [
    [-300, /Turn 101:/],
    [300, /Turn 300:/],
  ] as const) {
    const line = lines.filter({ hasText: text });
    await expect(async () => {
      await page.mouse.wheel(0, wheel);
      expect(await lines.count()).toBeLessThan(50);
      await expect(line).toBeInViewport({ timeout: 1 });
    }).toPass({ intervals: [10] });
  }
});

test('a replay of a long game stays in its window, and all of it can be pressed', async ({
  page,
  home,
}) => {
  await page.goto(`${home}/replay`);
  await page.getByLabel('Open a record').setInputFiles(LONG_RECORD);
  await expect(page.getByRole('slider', { name: 'Step' })).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.locator('.pill')).toContainText(/win/);
  await withoutPaint(page);
  for (const [width, height] of WINDOWS) {
    await resize(page, width, height);
    const where = `replay, ${width} by ${height}`;
    await expectLaws(page, where, WITHIN_WINDOW, WHOLE, REACHABLE);
    await expectPressed(page, where);
  }
});

test('a set-up of which nothing is unfolded is short', async ({ page, home }) => {
  for (const [width, height, most] of [
    [1366, 768, 1300],
    [390, 844, 1900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${home}/new`);
    await expect(page.locator('summary').first()).toBeVisible();
    const long = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(long, `${width} by ${height}`).toBeLessThan(most);
  }
});

test('in the waiting room all can be read and pressed', async ({ page, home }) => {
  const [first] = states(4);
  await reachedAt(page, 'http://192.168.1.24:7878', 'http://[fd00::7]:7878');
  await new StagedTable().open(page, home, { ...first?.moment, started: false });
  await expect(page.getByRole('heading', { name: /table/ }).first()).toBeVisible();
  await withoutPaint(page);
  for (const [width, height] of WINDOWS) {
    await resize(page, width, height);
    await expectLaws(page, `waiting room, ${width} by ${height}`, WHOLE, REACHABLE);
    await expectPressed(page, `waiting room, ${width} by ${height}`);
  }
});

test('in every dialog of the table all can be read and pressed', async ({ page, home }) => {
  const turn = states(4).find(({ name }) => name === 'main');
  await new StagedTable().open(page, home, turn?.moment ?? {});
  const dialog = page.getByRole('dialog');
  const buttons = ['Menu', 'Costs and rules', 'Table and players', 'Keyboard', 'Chat', 'Log'];
  const opened = new Set<string>();
  await withoutPaint(page);
  for (const [width, height] of WINDOWS) {
    await test.step(`${width} by ${height}`, async () => {
      await resize(page, width, height);
      for (const button of buttons) {
        const opens = page.getByRole('button', { name: button, exact: true });
        if (!(await opens.isVisible())) continue;
        await opens.click();
        opened.add(button);
        await expect(dialog).toBeVisible();
        await drawn(page);
        const where = `${button}, ${width} by ${height}`;
        const box = await dialog.boundingBox();
        expect.soft((box?.x ?? NaN) + (box?.width ?? NaN), where).toBeLessThanOrEqual(width + 1);
        expect.soft((box?.y ?? NaN) + (box?.height ?? NaN), where).toBeLessThanOrEqual(height + 1);
        await expectLaws(page, where, WHOLE, LEGIBLE, REACHABLE);
        await expectPressed(page, where);
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
      }
    });
  }
  expect([...opened].sort()).toEqual([...buttons].sort());
});

test('a discard is chosen in the panel that asks for it', async ({ page, home }) => {
  const asked = states(4).find(({ name }) => name === 'discard');
  const table = new StagedTable();
  await table.open(page, home, asked?.moment ?? {});
  const panel = page.getByRole('region', { name: /^Discard/ });
  for (let cards = 0; cards < 9; cards++) {
    await panel.getByRole('button', { name: /wool.*discard one/ }).click();
  }
  await panel.getByRole('button', { name: /brick.*discard one/ }).click();
  await panel.getByRole('button', { name: 'Put back one wool' }).click();
  await expect(panel.getByText('9 of 10')).toBeVisible();
  await panel.getByRole('button', { name: /ore.*discard one/ }).click();
  await panel.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect.poll(() => table.acted).toEqual([{ type: 'discard', cards: [1, 0, 8, 0, 1] }]);
});

test('what is given is chosen beside what is got, by pointer and by key', async ({
  page,
  home,
}) => {
  const turn = states(4).find(({ name }) => name === 'builder');
  await new StagedTable().open(page, home, turn?.moment ?? {});
  await page.locator('[data-action=trade]').click();
  const form = page.getByRole('form', { name: 'Trade' });
  await form.getByRole('button', { name: 'Give 12 wool' }).click();
  await form.getByRole('button', { name: 'Give 11 wool' }).press('Enter');
  await form.getByRole('button', { name: 'Get ore' }).press('Enter');
  await expect(form).toContainText('Ready: 2 wool for 1 ore');
  await form.getByRole('button', { name: 'Give one less wool' }).press('Enter');
  await expect(form).toContainText('Ready: 1 wool for 1 ore');
  await page.keyboard.press('1');
  await expect(form).toContainText('Ready: 1 brick and 1 wool for 1 ore');
  // Nobody gives what they do not have.
  await expect(form.getByRole('button', { name: 'Give 0 grain' })).toBeDisabled();
  // Nor does what has been chosen so lie far from where it is sent.
  const [give, send] = [
    await form.getByRole('button', { name: /^Give 11 wool/ }).boundingBox(),
    await form.getByRole('button', { name: 'Offer', exact: true }).boundingBox(),
  ];
  if (!give || !send) throw new Error('the panel is not drawn');
  expect(Math.hypot(give.x - send.x, give.y - send.y)).toBeLessThan(400);
});

test('the sentence stays where it is when Undo appears beside it', async ({ page, home }) => {
  const table = new StagedTable();
  const turn = { to_act: true, end_turn: true };
  await table.open(page, home, { choices: turn });
  const pill = page.locator('.pill');
  for (const [width, height] of [
    [1366, 768],
    [390, 844],
  ] as const) {
    await resize(page, width, height);
    table.show({ choices: turn });
    await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
    const before = await pill.boundingBox();
    table.show({ choices: { ...turn, undo: true } });
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    expect(await pill.boundingBox()).toEqual(before);
  }
});

test('the cards of an open hand are told apart on every window', async ({ page, home }) => {
  const { view } = fixture().update;
  const open = view.seats.map((seat) => ({ ...seat, open_hand: [12, 3, 10, 0, 14] as Cards }));
  const [turn] = states(4);
  const moment = { ...turn?.moment, view: { ...turn?.moment.view, seats: open } };
  await new StagedTable().open(page, home, moment);
  await expect(page.locator('.open').first()).toBeVisible();
  for (const [width, height] of WINDOWS) {
    await resize(page, width, height);
    const overlaps = await page.locator('.open').evaluateAll((hands) =>
      hands.flatMap((hand) => {
        const cards = [...hand.children];
        return cards.filter((card, index) => {
          const { left } = card.getBoundingClientRect();
          const before = cards[index - 1]?.getBoundingClientRect().right ?? 0;
          return left < before || card.scrollWidth > card.clientWidth;
        });
      }),
    );
    expect.soft(overlaps, `${width} by ${height}`).toHaveLength(0);
    await expectLaws(page, `open hands, ${width} by ${height}`, WHOLE, WITHIN_WINDOW);
  }
  await resize(page, 390, 844);
  await picture(page, 'open-hands-phone');
  await resize(page, 1366, 768);
  await picture(page, 'open-hands');
});

test('where cards lie out of sight an edge says so, until they are scrolled to', async ({
  page,
  home,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const own = { hand: [4, 3, 12, 0, 2], development: [2, 1, 1, 1, 1], bought: [0, 0, 0, 0, 0] };
  const [turn] = states(4);
  const moment = { ...turn?.moment, view: { ...turn?.moment.view, own: own as View['own'] } };
  await new StagedTable().open(page, home, moment);
  const hand = page.getByRole('region', { name: 'Your hand' });
  const last = hand.getByRole('button', { name: 'Victory point' });
  const cue = () => hand.evaluate((section) => getComputedStyle(section, '::after').content);
  await expect(last).not.toBeInViewport({ ratio: 1 });
  expect(await cue()).toContain('›');
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect.poll(cue).toBe('none');
});

test('in the colors of the system, what is chosen, whose turn it is and what cannot be pressed differ', async ({
  page,
  home,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const turn = states(4).find(({ name }) => name === 'main');
  await new StagedTable().open(page, home, turn?.moment ?? {});
  await expect(page.locator('.seat.active')).toBeVisible();
  const style = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
  const differ = async (one: string, other: string, property: string) => {
    expect(await style(one, property), one).not.toBe(await style(other, property));
  };
  await differ(
    '[role=tab][aria-selected=true]',
    '[role=tab][aria-selected=false]',
    'background-color',
  );
  await differ('.seat.active', '.seat:not(.active)', 'outline-style');
  await differ('.bar [aria-disabled=true]', '.bar button:not([aria-disabled])', 'color');
  await differ('.bar [aria-disabled=true]', '.bar button:not([aria-disabled])', 'border-top-style');
});

test('a page that is magnified four times is scrolled inside its window', async ({
  page,
  home,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  const turn = states(4).find(({ name }) => name === 'main');
  if (!turn) throw new Error('there is no turn');
  await new StagedTable().open(page, home, turn.moment);
  await expect(page.locator('.pill')).toHaveText(turn.says);
  await expectLaws(page, 'magnified', WITHIN_WINDOW, REACHABLE);
  await page.getByRole('button', { name: 'End turn' }).click({ trial: true });
});
