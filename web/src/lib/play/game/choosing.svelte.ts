/** The cards that a player chooses: a discard, what a development card brings. */

import { contains, NO_CARDS, only, plus, total, without } from '../../base/cards';
import type { Cards, Resource } from '../../base/protocol';
import type { HeldCard } from './actions';
import type { Desk } from './desk.svelte';
import { suggestDiscard } from './discard';

/** The choice of cards. */
export class Choosing {
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Asks whether to play a card, or opens the choice that belongs to it. */
  play({ card, name, playable, why, clause }: HeldCard): void {
    const desk = this.#desk;
    if (!playable) {
      desk.say(`${name}: ${why ?? ''}`, clause);
      return;
    }
    desk.notice = null;
    if (card === 'year_of_plenty' || card === 'monopoly') {
      desk.set({ chooser: card, tray: NO_CARDS, trade: null, asks: null, selected: null });
    } else desk.want({ type: 'final', what: card });
  }

  /** Plays a knight: asks first, except against a robber, where the table has asked already. */
  playKnight(): void {
    const { model } = this.#desk;
    const knight = model?.heldCards.find(({ card }) => card === 'knight');
    if (knight?.playable && model?.panel.kind === 'interrupt') {
      this.#desk.do('knight');
    } else if (knight) this.play(knight);
  }

  /** Takes the chosen cards of a year of plenty. */
  takePlenty(): void {
    const { tray } = this.#desk.draft;
    if (total(tray) !== this.#desk.store.snapshot?.choices.plenty) return;
    this.#desk.set({ chooser: null, tray: NO_CARDS });
    this.#desk.do('plenty', tray);
  }

  /** Names the resource of a monopoly. */
  name(resource: Resource): void {
    this.#desk.set({ chooser: null });
    this.#desk.do('monopoly', resource);
  }

  /** Puts a card into the tray. */
  add(resource: Resource): void {
    const { snapshot } = this.#desk.store;
    if (!snapshot?.view.own) return;
    const { discard, plenty } = snapshot.choices;
    const source = discard ? snapshot.view.own.hand : snapshot.view.bank;
    const tray = plus(this.#desk.draft.tray, only(resource, 1));
    if (total(tray) <= (discard || plenty) && contains(source, tray)) this.#fill(tray);
  }

  /** Takes a card out of the tray. */
  remove(resource: Resource): void {
    this.#fill(without(this.#desk.draft.tray, only(resource, 1)));
  }

  /** Fills the tray with a sensible discard. */
  suggest(): void {
    const { snapshot } = this.#desk.store;
    const hand = snapshot?.view.own?.hand;
    if (hand) this.#fill(suggestDiscard(hand, this.#desk.draft.tray, snapshot.choices.discard));
  }

  /** Gives the tray to the bank. */
  discard(): void {
    const { tray } = this.#desk.draft;
    if (total(tray) !== this.#desk.store.snapshot?.choices.discard) return;
    this.#desk.do('discard', tray);
  }

  #fill(tray: Cards): void {
    const desk = this.#desk;
    desk.set({ tray });
    // Should the time run out, the server completes what is chosen so far.
    if (desk.store.snapshot?.choices.discard) desk.store.keepDraft(tray);
  }
}
