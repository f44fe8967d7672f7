/** The trade that a player puts together. */

import { contains, countOf, NO_CARDS, only, plus, without } from '../../base/cards';
import {
  answerTo,
  isOffer,
  newDraft,
  others,
  takeSuggestion,
  termsToCounter,
  tradeCommand,
} from '../intent/trade';
import { t } from '../../base/language/messages';
import type { LogEntry, Resource, Seat } from '../../base/protocol';
import { NOT_HELD } from '../../base/protocol/clauses';
import { MOST_ANY } from '../../base/protocol/constants';
import type { Interaction } from './interaction.svelte';
import { wasDeclined, type SuggestionCard } from './offers';
import { isYourTurn, openTrade, type TableSnapshot } from './snapshot';
import { toBargain, type Bargain, type BuilderMode, type TradeDraft } from './trade';

/** The builder of trades. */
export class Trading {
  /** Whom the last offer went to: the next one is for the same. */
  #recipients: readonly Seat[] | null = null;

  readonly #interaction: Interaction;

  constructor(interaction: Interaction) {
    this.#interaction = interaction;
  }

  get #snapshot(): TableSnapshot | null {
    return this.#interaction.store.snapshot;
  }

  /** Whether a trade can be put together now. */
  get possible(): boolean {
    return this.#interaction.model?.actions.find(({ id }) => id === 'trade')?.enabled ?? false;
  }

  /** Opens the builder with something in it, or empty. */
  open(bargain: Partial<TradeDraft> = {}, mode = this.#defaultMode()): void {
    const snapshot = this.#snapshot;
    if (!snapshot) return;
    this.#interaction.notice = null;
    const all = others(snapshot);
    const to = this.#recipients?.filter((seat) => all.includes(seat)) ?? all;
    const trade = newDraft({ give: NO_CARDS, get: NO_CARDS, ...bargain }, mode, to);
    this.#interaction.set({ trade, chooser: null, selected: null, asks: null, tool: null });
  }

  close(): void {
    this.#interaction.set({ trade: null });
  }

  /** Opens the builder, or closes it. */
  toggle(): void {
    if (this.#interaction.draft.trade) this.close();
    else this.open();
  }

  /** Opens the builder with the open offer's terms, to answer with others. */
  counter(): void {
    const snapshot = this.#snapshot;
    const terms = snapshot && termsToCounter(snapshot);
    if (terms) this.open({ ...terms, answers: snapshot.offer?.line ?? null }, 'counter');
  }

  /** Back to the terms that are countered, or answered. */
  revert(): void {
    const snapshot = this.#snapshot;
    const { trade } = this.#interaction.draft;
    if (!snapshot || !trade) return;
    const asked = snapshot.suggestions.find(({ line }) => line === trade.answers);
    const terms = trade.mode === 'counter' ? openTrade(snapshot)?.terms : asked?.terms;
    if (terms) this.#change(toBargain(snapshot, terms));
  }

  /** Opens the builder with the player's own open offer. */
  edit(): void {
    const snapshot = this.#snapshot;
    const trade = snapshot && openTrade(snapshot);
    if (trade) this.open(toBargain(snapshot, trade.terms), 'offer');
  }

  /** Puts a card on one side of the builder. */
  add(side: keyof Bargain, resource: Resource, count = 1): void {
    const { trade } = this.#interaction.draft;
    const hand = this.#snapshot?.view.own?.hand;
    if (!trade || !hand) return;
    const cards = plus(trade[side], only(resource, count));
    if (side === 'give' && !contains(hand, cards)) {
      this.#interaction.say(t('trade.noMore', { resource }), NOT_HELD);
      return;
    }
    this.#interaction.notice = null;
    this.#change({ [side]: cards });
  }

  /** Lifts as many cards of a heap as the bank takes for one. */
  addBundle(resource: Resource): void {
    const choices = this.#snapshot?.choices;
    if (!choices?.maritime_trade) return;
    if (!this.#interaction.draft.trade) this.open();
    this.add('give', resource, countOf(choices.rates, resource));
  }

  /** Takes a card off one side of the builder. */
  remove(side: keyof Bargain, resource: Resource): void {
    const { trade } = this.#interaction.draft;
    if (trade) this.#change({ [side]: without(trade[side], only(resource, 1)) });
  }

  /** Asks for one card of any kind more or less, or gives it. */
  leaveOpen(side: keyof Bargain, more: boolean): void {
    const { trade } = this.#interaction.draft;
    if (!trade) return;
    const field = side === 'give' ? 'anyGive' : 'anyGet';
    const count = Math.min(MOST_ANY, Math.max(0, trade[field] + (more ? 1 : -1)));
    this.#change({ [field]: count });
  }

  /** Empties the builder. */
  clear(): void {
    this.#change({ give: NO_CARDS, get: NO_CARDS, anyGive: 0, anyGet: 0 });
  }

  /** Asks or no longer asks a player. */
  toggleRecipient(seat: Seat): void {
    const { trade } = this.#interaction.draft;
    if (!trade) return;
    const to = trade.to.includes(seat)
      ? trade.to.filter((each) => each !== seat)
      : [...trade.to, seat].sort((a, b) => a - b);
    this.#recipients = to;
    this.#change({ to });
  }

  /** Sends what is in the builder to the other players. It may stay open for the next suggestion. */
  send(staysOpen = false): void {
    const panel = this.#interaction.model?.panel;
    if (panel?.kind !== 'builder') return;
    const { draft, canSend, sentence, clause } = panel.builder;
    if (!canSend) {
      this.#interaction.say(sentence, clause);
      return;
    }
    this.close();
    this.offer(draft);
    if (staysOpen && !isOffer(draft) && draft.mode !== 'counter' && draft.mode !== 'answer') {
      this.#interaction.set({ trade: draft });
      this.clear();
    }
  }

  /** Sends a draft to the other players, whether it was put together in the builder or not. */
  offer(draft: TradeDraft): void {
    const snapshot = this.#snapshot;
    if (!snapshot) return;
    this.#interaction.send(tradeCommand(snapshot, draft));
    if (isOffer(draft)) this.#interaction.sent = draft;
  }

  /** Trades what is in the builder with the bank. */
  withBank(): void {
    const panel = this.#interaction.model?.panel;
    if (panel?.kind !== 'builder') return;
    for (const action of panel.builder.bank) this.#interaction.do('act', action);
    this.clear();
  }

  /** Says no to every offer of this turn. */
  declineAll(): void {
    this.close();
    this.#interaction.do('declineAll');
  }

  /** Says yes to a suggestion. */
  take(card: SuggestionCard): void {
    const snapshot = this.#snapshot;
    if (snapshot) this.#interaction.send(takeSuggestion(snapshot, card));
  }

  /** Opens the builder with a suggestion's terms, to answer with others. */
  answer(card: SuggestionCard): void {
    const snapshot = this.#snapshot;
    if (!snapshot) return;
    const { give, get } = card.bargain;
    const answer = answerTo(snapshot, card);
    this.open({ give, get, ...answer }, answer.mode);
  }

  /** Takes an own suggestion back and opens the builder with its terms. */
  change({ line, answers, bargain }: SuggestionCard): void {
    const snapshot = this.#snapshot;
    if (!snapshot) return;
    const mode = isYourTurn(snapshot) ? 'another' : answers === null ? 'suggest' : 'answer';
    this.#interaction.do('takeBack', line);
    this.open({ ...bargain, answers }, mode);
  }

  /** Opens the builder again with an offer that nobody wants. */
  reopen(snapshot: TableSnapshot, entries: readonly LogEntry[]): void {
    const { sent } = this.#interaction;
    if (!sent || openTrade(snapshot) || !wasDeclined(entries)) return;
    this.#interaction.sent = null;
    if (this.#interaction.draft.trade || !snapshot.choices.offer) return;
    const declinedBy = sent.to.filter((seat) => snapshot.choices.partners.includes(seat));
    const declinedTwice = sent.declinedBy.length > 0;
    this.#interaction.set({ trade: { ...sent, declinedBy, declinedTwice } });
  }

  #defaultMode(): BuilderMode {
    return this.#snapshot && isYourTurn(this.#snapshot) ? 'offer' : 'suggest';
  }

  #change(change: Partial<TradeDraft>): void {
    // Nobody has declined other terms, and nobody else these.
    const asked = { declinedBy: [], declinedTwice: false };
    const { trade } = this.#interaction.draft;
    if (trade) this.#interaction.set({ trade: { ...trade, ...asked, ...change } });
  }
}
