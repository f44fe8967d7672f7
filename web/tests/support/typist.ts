import type { Page } from '@playwright/test';

import { bestPlace, look, needsRoad, pieceToBuild, type Seen, type SeenPlace } from './seen';

/** Somebody who plays by keyboard alone. */
export class Typist {
  readonly done = new Map<string, number>();
  /** Where the focus was left after an action, though it belongs nowhere there. */
  readonly strayed: string[] = [];

  constructor(readonly page: Page) {}

  /** Presses Tab until something with this name has the focus. */
  async tabTo(name: string | RegExp, most = 60): Promise<void> {
    for (let presses = 0; presses < most; presses++) {
      const focused = await this.focused();
      if (typeof name === 'string' ? focused === name : name.test(focused)) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${String(name)}`);
  }

  /** The name of what has the focus. */
  focused(): Promise<string> {
    return this.page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return '';
      const labelled =
        element instanceof HTMLInputElement || element instanceof HTMLSelectElement
          ? element.labels?.[0]?.textContent
          : null;
      const name = element.getAttribute('aria-label') ?? labelled ?? element.textContent;
      return (name?.trim() || element.getAttribute('title')) ?? '';
    });
  }

  /** Plays until the game is over, and has `check` done after every action. */
  async playToTheEnd(check: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    for (;;) {
      const seen = await look(this.page);
      if (seen.over) return;
      if (await this.#act(seen)) await check();
      else await this.page.waitForTimeout(40);
    }
  }

  async #act(seen: Seen): Promise<boolean> {
    if (!seen.yours) return false;
    const may = (action: string) =>
      seen.buttons.some((button) => button.action === action && button.enabled);
    // A question has the focus, and is answered by Enter.
    if (may('yes')) return this.#keys('yes', 'Enter');
    if (seen.panel?.startsWith('Discard')) {
      if (may('tray-yes')) return this.#enter('discard', 'Discard');
      // One of each kind after the other, until enough are chosen.
      return this.#keys('choose', '1', '2', '3', '4', '5');
    }
    if (may('rob')) return this.#enter('rob', /^Rob /);
    if (may('decline')) return this.#keys('answer', may('accept') ? 'a' : 'd');
    if (may('withdraw')) return this.#enter('withdraw', 'Withdraw');
    if (may('roll')) return this.#keys('roll', 'r');
    const place = seen.places.length ? bestPlace(seen) : undefined;
    if (place && (seen.piece !== 'road' || needsRoad(seen) || !may('end_turn'))) {
      return this.#goTo(seen.piece ?? 'place', place);
    }
    const piece = pieceToBuild(seen);
    const key = { city: 'c', settlement: 's', road: 'w' }[piece?.action ?? ''];
    if (key) return this.#keys('take up', key);
    if (may('development_card')) return this.#keys('card', 'v');
    if (may('pass')) return this.#keys('pass', 'x');
    if (may('end_turn')) return this.#keys('end', 'e');
    return false;
  }

  /** Walks over the board, place by place in reading order, and picks one. */
  async #goTo(what: string, place: SeenPlace): Promise<boolean> {
    const { keyboard } = this.page;
    await keyboard.press('b');
    await this.page.waitForTimeout(20);
    await keyboard.press('Home');
    for (let steps = 0; steps < 80; steps++) {
      if ((await this.focused()) === place.name) {
        await this.#keys(what, 'Enter');
        return true;
      }
      await keyboard.press(steps % 2 ? 'n' : 'N');
    }
    return false;
  }

  /**
   * The name of what has the focus without having been asked for: the page itself, or a button that
   * ends or closes something. What is answered late takes its control away late, and the focus is on
   * the page for the two frames until it is brought back.
   */
  #stray(): Promise<string | null> {
    return this.page.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const isLost = () => !document.activeElement || document.activeElement === document.body;
      for (let frames = 0; frames < 4 || (frames < 12 && isLost()); frames++) await frame();
      const { activeElement } = document;
      if (!activeElement || isLost()) return 'the page';
      const name = activeElement.getAttribute('aria-label') ?? activeElement.textContent;
      return /^\s*(Close|Suggest|End turn)/.test(name) ? name.trim() : null;
    });
  }

  async #enter(what: string, name: string | RegExp): Promise<boolean> {
    await this.tabTo(name);
    return this.#keys(what, 'Enter');
  }

  async #keys(what: string, ...keys: string[]): Promise<boolean> {
    for (const key of keys) await this.page.keyboard.press(key);
    this.done.set(what, (this.done.get(what) ?? 0) + 1);
    await this.page.waitForTimeout(60);
    const stray = await this.#stray();
    if (stray) this.strayed.push(`${stray} after ${what}`);
    return true;
  }
}
