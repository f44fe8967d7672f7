import { expect, type Locator, type Page } from '@playwright/test';

import type { Cards, Resource, Update } from '../../src/lib/base/protocol';
import { PlaceNames } from '../../src/lib/play/text/places';
import { TableWatch } from './table-watch';

const RESOURCES: readonly Resource[] = ['brick', 'lumber', 'wool', 'grain', 'ore'];
/** How long something new is waited for. */
const NEWS_MS = 1500;

/** Somebody who plays in the text view, by typed commands alone. */
export class TextPlayer {
  /** How often each command was typed. */
  readonly done = new Map<string, number>();
  readonly watch: TableWatch;
  readonly field: Locator;
  #names: PlaceNames | null = null;
  #typed = 0;
  /** What was tried in this turn, which is not tried again. */
  #tried = new Set<string>();
  #turn = -1;

  /** To be made before the page goes to a table. */
  constructor(readonly page: Page) {
    this.watch = new TableWatch(page);
    this.field = page.getByRole('combobox', { name: 'Type a command' });
  }

  get update(): Update {
    return this.watch.now.update;
  }

  get names(): PlaceNames {
    this.#names ??= new PlaceNames(this.watch.now.welcome.board);
    return this.#names;
  }

  /** Types a line, and waits until it has been obeyed and the page shows what came of it. */
  async type(line: string): Promise<void> {
    const [command = ''] = line.split(' ');
    this.done.set(command, (this.done.get(command) ?? 0) + 1);
    const before = this.update.seq;
    const asks = await this.#say(line, before);
    if (!asks) return;
    // What the table asks is answered by a word or by Enter alone; what is asked here alone, by a word.
    const yes = asks === 'here' || this.#typed++ % 2 ? 'yes' : '';
    await this.#say(yes, before);
  }

  /** Enters a line. Returns where something is asked then, if anything is. */
  async #say(line: string, before: number): Promise<'here' | 'at the table' | null> {
    const asked = this.page.locator('.column > .question');
    const count = await asked.count();
    await this.field.fill(line);
    await this.field.press('Enter');
    const until = Date.now() + NEWS_MS;
    while (Date.now() < until) {
      if (this.update.seq !== before) return null;
      if (await this.page.locator('.question[role=group]').isVisible()) return 'at the table';
      if ((await asked.count()) > count) return 'here';
      await this.page.waitForTimeout(10);
    }
    return null;
  }

  /** One of the names of a place: each of them is understood. */
  name(kind: 'hex' | 'intersection' | 'path', id: number): string {
    const all = this.names.namesOf({ kind, id });
    return all[this.#typed++ % all.length] ?? '';
  }

  /** Plays until the game is over. Calls back after each command. */
  playToTheEnd(looked?: () => Promise<void>): Promise<void> {
    return this.playUntil(({ view }) => view.phase.type === 'over', looked);
  }

  /** Plays until what the table tells is what is wanted. Calls back after each command. */
  async playUntil(
    isWanted: (update: Update) => boolean,
    looked: () => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    await expect.poll(() => this.watch.update).not.toBeNull();
    for (;;) {
      if (isWanted(this.update)) return;
      const { turn } = this.update.view;
      if (turn !== this.#turn) [this.#turn, this.#tried] = [turn, new Set()];
      const line = this.next();
      if (line === null) {
        await this.page.waitForTimeout(15);
        continue;
      }
      await this.type(line);
      await looked();
    }
  }

  #once(what: string): boolean {
    const isNew = !this.#tried.has(what);
    this.#tried.add(what);
    return isNew;
  }

  /** What to type next; null where others are to act. */
  next(): string | null {
    const { choices, view, seats } = this.update;
    const { board } = this.watch.now.welcome;
    const hand = view.own?.hand ?? [0, 0, 0, 0, 0];
    const pips = (at: number) =>
      (board.intersections[at]?.hexes ?? []).reduce(
        (sum, hex) => sum + (board.hexes[hex]?.pips ?? 0),
        0,
      );
    const best = (ids: readonly number[]) => [...ids].sort((a, b) => pips(b) - pips(a))[0] ?? -1;
    const nameOf = (seat: number) => (seats[seat]?.name ?? '').split(' ')[0] ?? '';
    if (choices.discard) return `discard ${cards(largest(hand, choices.discard))}`;
    if (choices.robber.length) {
      const found = choices.robber.find(({ victims }) => victims.length) ?? choices.robber[0];
      return `rob ${this.name('hex', found?.to ?? 0)}`;
    }
    if (choices.victims.length) return `rob ${nameOf(choices.victims[0] ?? 0)}`;
    if (choices.answer) return choices.accept && this.#once('accept') ? 'accept' : 'decline';
    if (choices.confirm.length) return `accept ${nameOf(choices.confirm[0] ?? 0)}`;
    if (view.phase.type === 'trade' && choices.withdraw) {
      return this.#once(`wait ${view.offers}`) ? 'offers' : 'withdraw';
    }
    if (choices.play.includes('knight') && this.#once('card')) return 'knight';
    if (choices.roll) return 'roll';
    if (choices.cities.length) return `city ${this.name('intersection', best(choices.cities))}`;
    if (choices.settlements.length) {
      return `s ${this.name('intersection', best(choices.settlements))}`;
    }
    const placing = view.phase.type === 'set_up_road' || view.phase.type === 'free_roads';
    if (choices.roads.length && (placing || view.free_roads || this.#once('road'))) {
      return `r ${this.name('path', choices.roads[0] ?? 0)}`;
    }
    if (choices.play.includes('road_building') && this.#once('card')) return 'road building';
    if (choices.play.includes('year_of_plenty') && this.#once('card')) return 'plenty ore grain';
    if (choices.play.includes('monopoly') && this.#once('card')) return 'mono wool';
    if (choices.buy_development_card) return 'buy';
    const much = RESOURCES.findIndex(
      (_, index) => (hand[index] ?? 0) >= (choices.rates[index] ?? 4),
    );
    const little = RESOURCES.findIndex(
      (_, index) => hand[index] === 0 && (view.bank[index] ?? 0) > 0,
    );
    if (choices.maritime_trade && much >= 0 && little >= 0) {
      return `bank ${RESOURCES[much] ?? ''} > ${RESOURCES[little] ?? ''}`;
    }
    const some = RESOURCES.findIndex((_, index) => (hand[index] ?? 0) > 1);
    if (choices.offer && some >= 0 && little >= 0 && view.turn % 4 === 0 && this.#once('offer')) {
      return `offer ${RESOURCES[some] ?? ''} > ${RESOURCES[little] ?? ''}`;
    }
    if (choices.end_turn) return 'end';
    return choices.pass ? 'pass' : null;
  }
}

/** As many cards, of the largest heaps. */
function largest(hand: Cards, count: number): number[] {
  const left = [...hand];
  const taken = [0, 0, 0, 0, 0];
  for (let at = 0; at < count; at++) {
    const most = left.indexOf(Math.max(...left));
    left[most] = (left[most] ?? 0) - 1;
    taken[most] = (taken[most] ?? 0) + 1;
  }
  return taken;
}

function cards(counts: readonly number[]): string {
  return counts
    .flatMap((count, index) => (count ? [`${count} ${RESOURCES[index] ?? ''}`] : []))
    .join(' ');
}
