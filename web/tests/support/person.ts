import type { Page } from '@playwright/test';

import { bestPlace, look, needsRoad, news, pieceToBuild, type Seen } from './seen';

/** How long something new is waited for that others do. */
const OTHERS_MS = 500;
/** How long the answer to what was just done is waited for. */
const ANSWER_MS = 700;
/** The large button does not take a press right after another: it is pressed again soon. */
const AGAIN_MS = 100;
/** How long a press may take: on a busy machine a frame of the board takes long, and a press waits for two. */
const PRESS_MS = 4000;
/** The buttons with which the text view plays a card. */
const IN_WORDS = /^Play (knight|road building|year of plenty|monopoly|victory point)$/i;
/** How long others may think about an offer. */
const PATIENCE_MS = 2000;

/** Somebody who plays with a mouse or a finger, by simple rules of thumb. */
export class Person {
  /** How often what was done. */
  readonly done = new Map<string, number>();
  /** Called whenever something new can be seen. */
  onLook: (seen: Seen) => Promise<void> = () => Promise.resolve();
  #tried = new Set<string>();
  /** What was on the page at the last look. */
  #text = '';
  /** Since when answers to an offer are waited for. */
  #asked: number | null = null;

  constructor(readonly page: Page) {}

  /** Plays until the game is over. */
  playToTheEnd(): Promise<void> {
    return this.playUntil((seen) => seen.over);
  }

  /** Plays until this can be seen. */
  async playUntil(reached: (seen: Seen) => boolean): Promise<void> {
    for (;;) {
      const seen = await look(this.page);
      this.#text = seen.text;
      await this.onLook(seen);
      if (reached(seen)) return;
      if (!(await this.#act(seen))) await news(this.page, seen.text, OTHERS_MS);
    }
  }

  /** Does the next sensible thing. Returns whether there was one. */
  async #act(seen: Seen): Promise<boolean> {
    const handed = seen.buttons.find(({ name }) => name.startsWith('I am '));
    if (handed) return this.#press('take the device', handed.name);
    if (!seen.yours) {
      this.#tried.clear();
      return false;
    }
    const button = (action: string) =>
      seen.buttons.find((each) => each.action === action && each.enabled);
    if (button('yes')) return this.#click('yes');
    if (seen.panel?.startsWith('Discard')) {
      if (button('tray-yes')) return this.#click('tray-yes');
      return this.#press('suggest', 'Suggest');
    }
    if (seen.panel === 'Year of plenty') {
      if (button('tray-yes')) return this.#click('tray-yes');
      return this.#press('take', /^Take ore/);
    }
    if (seen.panel === 'Monopoly') return this.#press('monopoly', 'All grain');
    if (button('first-cards')) return this.#click('first-cards');
    if (button('interrupt')) return this.#click('interrupt');
    if (button('rob')) return this.#click('rob');
    if (button('decline')) return this.#click(button('accept') ? 'accept' : 'decline');
    if (button('confirm')) return this.#click('confirm');
    if (button('withdraw')) {
      if (seen.status.includes('Waiting for answers') && this.#hasPatience()) return false;
      this.#asked = null;
      return this.#click('withdraw');
    }
    if (button('take-suggestion')) return this.#click('take-suggestion');
    if (button('roll')) return this.#click('roll');
    if (seen.places.length && (seen.piece !== 'road' || needsRoad(seen) || !button('end_turn'))) {
      const place = bestPlace(seen);
      if (place) return this.#pick(seen.piece ?? 'place', place.id);
    }
    const piece = pieceToBuild(seen);
    if (piece?.action) return this.#click(piece.action);
    if (button('development_card')) return this.#click('development_card');
    const playable = seen.buttons.find(
      ({ enabled, about, name }) => enabled && (about.endsWith('Play it.') || IN_WORDS.test(name)),
    );
    if (playable && !this.#tried.has(playable.name)) {
      this.#tried.add(playable.name);
      return this.#press('play', playable.name);
    }
    // In the turns of others it suggests a trade, in front of an offer that has just come.
    const trading = button('trade') && button('end_turn') && !seen.panel;
    if (trading && !this.#tried.has('trade')) return this.#trade();
    if (seen.panel === 'Trade') return this.#press('close', 'Close');
    if (button('pass')) return this.#click('pass');
    if (button('end_turn')) {
      return this.#click('end_turn');
    }
    return false;
  }

  /** Asks for what a city or settlement lacks: of the bank if it can be, else of the others. */
  async #trade(): Promise<boolean> {
    this.#tried.add('trade');
    const { page } = this;
    const heaps = await this.#hand();
    const [richest] = [...heaps].sort((a, b) => b.count - a.count);
    const [poorest] = [...heaps].sort((a, b) => a.count - b.count);
    if (!richest || !poorest || richest.count < 2 || poorest.count > 0) return false;
    const withBank = richest.count >= richest.rate;
    const press = (name: string | RegExp) =>
      page.getByRole('button', { name, exact: true }).click({ timeout: 1500 });
    return this.#do(withBank ? 'bank trade' : 'offer', async () => {
      await page.locator('[data-action=trade]').click({ timeout: 1500 });
      await press(`Get ${poorest.resource}`);
      for (let given = 0; given < (withBank ? richest.rate : 1); given++) {
        await press(new RegExp(`^Give \\d+ ${richest.resource}`));
      }
      await press(withBank ? 'Trade with bank' : 'Offer');
    });
  }

  async #hand(): Promise<{ resource: string; count: number; rate: number }[]> {
    const labels = await this.page
      .locator('.hand .heaps button')
      .evaluateAll((buttons) => buttons.map((each) => each.getAttribute('aria-label') ?? ''));
    return labels.flatMap((label) => {
      const found = /^(\d+) (\w+) (\d):1/.exec(label);
      const [, count, resource, rate] = found ?? [];
      return resource ? [{ resource, count: Number(count), rate: Number(rate) }] : [];
    });
  }

  #click(action: string): Promise<boolean> {
    const wait = action === 'roll' || action === 'end_turn' ? AGAIN_MS : ANSWER_MS;
    return this.#do(
      action,
      () => this.page.locator(`[data-action=${action}]`).first().click({ timeout: 1500 }),
      wait,
    );
  }

  #press(what: string, name: string | RegExp): Promise<boolean> {
    return this.#do(what, () =>
      this.page
        .getByRole('button', { name, exact: typeof name === 'string' })
        .first()
        .click({ timeout: 1500 }),
    );
  }

  #pick(piece: string, id: string): Promise<boolean> {
    return this.#do(piece, async () => {
      await this.page.locator(`main [data-spot="${id}"][data-pick]`).click({ timeout: PRESS_MS });
    });
  }

  /** Tries something. The table may have moved on meanwhile, as it may for any person. */
  async #do(what: string, action: () => Promise<void>, wait = ANSWER_MS): Promise<boolean> {
    try {
      await action();
    } catch {
      return false;
    }
    this.#count(what);
    await news(this.page, this.#text, wait);
    return true;
  }

  /** Whether it is worth waiting for more answers to an offer. */
  #hasPatience(): boolean {
    this.#asked ??= Date.now();
    return Date.now() - this.#asked < PATIENCE_MS;
  }

  #count(what: string): void {
    this.done.set(what, (this.done.get(what) ?? 0) + 1);
  }
}
