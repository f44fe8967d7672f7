/** The cards that a player chooses: a discard, what a development card brings. */

import { contains, NO_CARDS, only, plus, total, without } from '../../base/cards';
import type { Cards, Resource } from '../../base/protocol';
import type { HeldCard } from './actions';
import type { Interaction } from './interaction.svelte';
import { suggestDiscard } from './discard';

/** The choice of cards. */
export class Choosing {
  readonly #interaction: Interaction;

  constructor(interaction: Interaction) {
    this.#interaction = interaction;
  }

  /** Asks whether to play a card, or opens the choice that belongs to it. */
  play({ card, name, playable, why, clause }: HeldCard): void {
    const interaction = this.#interaction;
    if (!playable) {
      interaction.say(`${name}: ${why ?? ''}`, clause);
      return;
    }
    interaction.notice = null;
    if (card === 'year_of_plenty' || card === 'monopoly') {
      interaction.set({ chooser: card, tray: NO_CARDS, trade: null, asks: null, selected: null });
    } else interaction.want({ type: 'final', what: card });
  }

  /** Plays a knight: asks first, except against a robber, where the table has asked already. */
  playKnight(): void {
    const { model } = this.#interaction;
    const knight = model?.heldCards.find(({ card }) => card === 'knight');
    if (knight?.playable && model?.panel.kind === 'interrupt') {
      this.#interaction.do('knight');
    } else if (knight) this.play(knight);
  }

  /** Takes the chosen cards of a year of plenty. */
  takePlenty(): void {
    const { tray } = this.#interaction.draft;
    if (total(tray) !== this.#interaction.store.snapshot?.choices.plenty) return;
    this.#interaction.set({ chooser: null, tray: NO_CARDS });
    this.#interaction.do('plenty', tray);
  }

  /** Names the resource of a monopoly. */
  name(resource: Resource): void {
    this.#interaction.set({ chooser: null });
    this.#interaction.do('monopoly', resource);
  }

  /** Puts a card into the tray. */
  add(resource: Resource): void {
    const { snapshot } = this.#interaction.store;
    if (!snapshot?.view.own) return;
    const { discard, plenty } = snapshot.choices;
    const source = discard ? snapshot.view.own.hand : snapshot.view.bank;
    const tray = plus(this.#interaction.draft.tray, only(resource, 1));
    if (total(tray) <= (discard || plenty) && contains(source, tray)) this.#fill(tray);
  }

  /** Takes a card out of the tray. */
  remove(resource: Resource): void {
    this.#fill(without(this.#interaction.draft.tray, only(resource, 1)));
  }

  /** Fills the tray with a sensible discard. */
  suggest(): void {
    const { snapshot } = this.#interaction.store;
    const hand = snapshot?.view.own?.hand;
    if (hand)
      this.#fill(suggestDiscard(hand, this.#interaction.draft.tray, snapshot.choices.discard));
  }

  /** Gives the tray to the bank. */
  discard(): void {
    const { tray } = this.#interaction.draft;
    if (total(tray) !== this.#interaction.store.snapshot?.choices.discard) return;
    this.#interaction.do('discard', tray);
  }

  #fill(tray: Cards): void {
    const interaction = this.#interaction;
    interaction.set({ tray });
    // Should the time run out, the server completes what is chosen so far.
    if (interaction.store.snapshot?.choices.discard) interaction.store.keepDraft(tray);
  }
}
