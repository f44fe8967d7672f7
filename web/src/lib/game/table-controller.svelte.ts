/**
 * What the player is about to do at a table: the piece taken up, the trade being put together, the
 * cards being chosen. Every button, pick and key of the page ends in one of these methods.
 */

import { canPick, samePlace, type Pick } from '../board/targets';
import { contains, NO_CARDS, only, plus, RESOURCES, total, without } from '../cards';
import { t } from '../language/messages';
import type { Action, Cards, Intersection, LogEntry, Resource, Seat, TradeWord } from '../protocol';
import { settings } from '../settings.svelte';
import type { ActionButton, ButtonId, HeldCard } from './actions';
import { CLAUSE } from './clauses';
import { blocksOwn, isFinal, lostAtEnd, type Ask } from './confirmation';
import { suggestDiscard } from './discard';
import type { LogLine } from './log-lines';
import { withoutLine } from './offline';
import type { SuggestionCard } from './offers';
import { isYourTurn, openTrade, viewerOf, type TableSnapshot } from './snapshot';
import type { GameStore } from './store.svelte';
import { pickAction } from './targets';
import {
  isOpenBargain,
  toBargain,
  toOpenTerms,
  toTerms,
  type Bargain,
  type BuilderMode,
  type TradeDraft,
} from './trade';
import { wasDeclined } from './offers';
import { NO_DRAFT, viewModel, type Draft, type ViewModel } from './view-model';

/** How long the large button waits after the player's own action, so that one press is not two. */
const GUARD_MS = 400;
/** How many cards of any kind one side of a trade may have. */
const MOST_ANY = 4;

/** Something that the page has to say about what was tried. */
export interface Notice {
  readonly text: string;
  /** The cards that are missing, where a trade could get them. */
  readonly missing: Cards | null;
  /** The clause of the rules that stands against it. */
  readonly clause: string | null;
}

/** The player's side of a table. */
export class TableController {
  draft = $state.raw<Draft>(NO_DRAFT);
  /** Why the last thing that was tried cannot be done; null when there is nothing to say. */
  notice = $state.raw<Notice | null>(null);

  /** Everything that the page shows; null before the table has answered. */
  readonly model: ViewModel | null = $derived.by(() => {
    const { snapshot } = this.store;
    const model = snapshot ? viewModel(snapshot, this.draft, this.store.preparing) : null;
    return model && !this.store.online ? withoutLine(model) : model;
  });

  /** The last trade that two others have closed; null when it is no news any more. */
  news = $state.raw<LogLine | null>(null);

  /** Whether there is something to tell of trades beside the panel. */
  get hasWord(): boolean {
    const stance = this.model?.stance;
    return this.news !== null || !!stance?.declinesAll || !!stance?.blocks;
  }

  /** Whom the last offer went to: the next one is for the same. */
  #recipients: readonly Seat[] | null = null;
  /** The own offer that was sent last, to be changed where nobody wants it. */
  #sent: TradeDraft | null = null;
  /** The offer for which others were told that a counter-offer is being put together. */
  #preparing: number | null = null;
  #guardedUntil = 0;

  constructor(
    readonly store: GameStore,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Whether an answer to the last action is still on its way: what is drawn may be out of date. */
  get #waits(): boolean {
    return this.store.pending > 0;
  }

  /** Puts away what no longer fits the table. To be called whenever the table has moved on. */
  tidy(before: TableSnapshot | null): void {
    const { snapshot } = this.store;
    if (!snapshot) return;
    const entries = before ? this.store.log.filter(({ seq }) => seq > before.seq) : [];
    const turned =
      before &&
      (before.view.turn !== snapshot.view.turn || before.view.active !== snapshot.view.active);
    if (before && before.view.special !== snapshot.view.special) this.#guard();
    const awaited = before?.view.phase.type !== snapshot.view.phase.type;
    if (turned) {
      this.#guard();
      this.#sent = null;
      const keepsTrade = this.draft.trade?.mode === 'suggest' && snapshot.choices.suggest;
      this.draft = { ...NO_DRAFT, trade: keepsTrade ? this.draft.trade : null };
    } else if (awaited) {
      const discards = snapshot.choices.discard > 0 && before?.view.phase.type === 'discard';
      this.#set({ selected: null, asks: null, ...(discards ? {} : { tray: NO_CARDS }) });
      if (!openTrade(snapshot) && this.draft.trade?.mode === 'counter') this.#set({ trade: null });
    }
    const { asks, selected } = this.draft;
    if ((asks || selected) && !this.model?.confirmation) this.#set({ asks: null, selected: null });
    this.#reopen(snapshot, entries);
    this.#hint();
  }

  /** Opens the builder again with an offer that nobody wants. */
  #reopen(snapshot: TableSnapshot, entries: readonly LogEntry[]): void {
    const sent = this.#sent;
    if (!sent || openTrade(snapshot) || !wasDeclined(entries)) return;
    this.#sent = null;
    if (this.draft.trade || !snapshot.choices.offer) return;
    const declinedBy = sent.to.filter((seat) => snapshot.choices.partners.includes(seat));
    this.#set({ trade: { ...sent, declinedBy, declinedTwice: sent.declinedBy.length > 0 } });
  }

  /** Tells the others that a counter-offer is being put together, or no longer. */
  #hint(): void {
    const { trade } = this.draft;
    const now = trade?.mode === 'counter' ? trade.answers : null;
    const told = this.#preparing;
    if (now === told) return;
    this.#preparing = now;
    if (told !== null) this.store.prepare(told, false);
    if (now !== null) this.store.prepare(now, true);
  }

  // Building

  /** Presses a button of the turn. Returns whether there is now something to pick on the board. */
  press(button: ActionButton): boolean {
    if (!button.enabled) {
      const missing = this.#canTrade() ? button.missing : null;
      const { label, why, clause } = button;
      this.notice = { text: `${label}: ${why ?? ''}`, missing, clause };
      return false;
    }
    this.notice = null;
    switch (button.id) {
      case 'development_card':
        this.#ask('development_card');
        return false;
      case 'trade':
        this.toggleTrade();
        return false;
      default: {
        const tool = button.pressed ? null : button.id;
        this.#set({ tool, selected: null, asks: null, chooser: null });
        return tool !== null;
      }
    }
  }

  /** Presses the button with this name, such as by its key. */
  pressById(id: ButtonId): boolean {
    const button = this.model?.actions.find((each) => each.id === id);
    return button ? this.press(button) : false;
  }

  /**
   * Picks a place on the board. What is lit and can be taken back is built at once; all else asks, and
   * the same pick again is the yes.
   */
  pick(pick: Pick): void {
    const { snapshot } = this.store;
    const { model } = this;
    if (!snapshot || !model || this.#waits) return;
    const lit = canPick([model.targets], pick);
    if (!lit && !canPick(model.quiet, pick)) return;
    const final = isFinal(snapshot, pick) && settings.confirm !== 'never';
    const own = pick.piece === 'robber' && blocksOwn(snapshot, pick.id);
    const asks = !lit || final || own || settings.confirms;
    if (asks && !samePlace(this.draft.selected, pick)) {
      this.#set({ selected: pick, asks: null });
      return;
    }
    this.#set({ selected: null, asks: null, tool: null });
    this.#act(pickAction(pick));
  }

  /** Says yes to the question that stands. */
  confirm(): void {
    const { selected, asks } = this.draft;
    if (!this.model?.confirmation || this.#waits) return;
    if (asks) this.#do(asks);
    else if (selected) this.pick(selected);
  }

  /** Says no to the question, or puts away what was taken up. Returns whether there was anything. */
  cancel(): boolean {
    const { selected, asks, trade, chooser, tool } = this.draft;
    this.notice = null;
    if (asks) this.#set({ asks: null });
    else if (selected) this.#set({ selected: null });
    else if (chooser) this.#set({ chooser: null, tray: NO_CARDS });
    else if (trade) this.#set({ trade: null });
    else if (tool) this.#set({ tool: null });
    else return false;
    return true;
  }

  /** Asks before what nothing takes back. Asked for again, it is done. */
  #ask(ask: Ask): void {
    if (this.draft.asks !== ask) {
      this.#set({ asks: ask, selected: null, tool: null });
      this.#guard();
    } else if (this.now() >= this.#guardedUntil) this.#do(ask);
  }

  #do(ask: Ask): void {
    if (this.#waits) return;
    this.#set({ asks: null });
    switch (ask) {
      case 'development_card':
        this.#act({ type: 'buy_development_card' });
        break;
      case 'knight':
        this.#act({ type: 'play_knight' });
        break;
      case 'road_building':
        this.#act({ type: 'play_road_building' });
        break;
      case 'victory_point':
        this.#act({ type: 'play_victory_point' });
        break;
      case 'end_turn':
        this.#act({ type: 'end_turn' });
        this.draft = NO_DRAFT;
        break;
    }
  }

  /** Takes the last step back. */
  undo(): void {
    this.#set({ selected: null, asks: null });
    this.#guard();
    this.store.undo();
  }

  // The turn

  /** Presses the large button, or does the same by a word: whoever types does not press twice. */
  pressPrimary(typed = false): void {
    const button = this.model?.primary;
    if (!button) return;
    if (!button.enabled) {
      this.#say(button.why ?? '', button.clause);
      return;
    }
    if (this.#waits || (!typed && this.now() < this.#guardedUntil)) return;
    const { snapshot } = this.store;
    const open = snapshot && button.kind === 'end_turn' && lostAtEnd(snapshot, this.draft) !== null;
    if (open || this.draft.asks === 'end_turn') {
      this.#ask('end_turn');
      return;
    }
    this.#act({ type: button.kind });
    this.draft = NO_DRAFT;
  }

  /** Moves the robber's mover on: robs somebody. */
  rob(victim: Seat): void {
    this.#act({ type: 'rob', victim });
  }

  /** Forgoes what the moment offers: the theft, the robber, an interruption, more building. */
  pass(): void {
    if (!this.store.snapshot?.choices.pass || this.#waits) return;
    this.#set({ selected: null, tool: null });
    this.#act({ type: 'pass' });
  }

  /** Plays a knight: asks first, except against a robber, where the table has asked already. */
  playKnight(): void {
    const knight = this.model?.heldCards.find((held) => held.card === 'knight');
    if (knight?.playable && this.model?.panel.kind === 'interrupt') {
      this.#act({ type: 'play_knight' });
    } else if (knight) this.play(knight);
  }

  /** Takes the cards round one of the beginners' settlements. */
  takeFirstCards(at: Intersection): void {
    this.#set({ selected: null });
    this.#act({ type: 'take_first_cards', at });
  }

  // Development cards

  /** Asks whether to play a card, or opens the choice that belongs to it. */
  play(held: HeldCard): void {
    if (!held.playable) {
      this.#say(`${held.name}: ${held.why ?? ''}`, held.clause);
      return;
    }
    this.notice = null;
    const { card } = held;
    if (card === 'year_of_plenty' || card === 'monopoly') {
      this.#set({ chooser: card, tray: NO_CARDS, trade: null, asks: null, selected: null });
    } else this.#ask(card);
  }

  /** Takes the chosen cards of a year of plenty. */
  playPlenty(): void {
    const { tray } = this.draft;
    if (total(tray) !== this.store.snapshot?.choices.plenty) return;
    this.#set({ chooser: null, tray: NO_CARDS });
    this.#act({ type: 'play_year_of_plenty', cards: tray });
  }

  /** Names the resource of a monopoly. */
  playMonopoly(resource: Resource): void {
    this.#set({ chooser: null });
    this.#act({ type: 'play_monopoly', resource });
  }

  // The tray of a discard or a year of plenty

  /** Puts a card into the tray. */
  addToTray(resource: Resource): void {
    const { snapshot } = this.store;
    if (!snapshot?.view.own) return;
    const discards = snapshot.choices.discard > 0;
    const source = discards ? snapshot.view.own.hand : snapshot.view.bank;
    const room = discards ? snapshot.choices.discard : snapshot.choices.plenty;
    const tray = plus(this.draft.tray, only(resource, 1));
    if (total(tray) <= room && contains(source, tray)) this.#setTray(tray);
  }

  /** Takes a card out of the tray. */
  removeFromTray(resource: Resource): void {
    this.#setTray(without(this.draft.tray, only(resource, 1)));
  }

  /** Fills the tray with a sensible discard. */
  fillTray(): void {
    const { snapshot } = this.store;
    if (!snapshot?.view.own) return;
    const { hand } = snapshot.view.own;
    this.#setTray(suggestDiscard(hand, this.draft.tray, snapshot.choices.discard));
  }

  /** Gives the tray to the bank. */
  discard(): void {
    const { tray } = this.draft;
    if (total(tray) !== this.store.snapshot?.choices.discard) return;
    this.#act({ type: 'discard', cards: tray });
  }

  // Trading

  /** Opens the builder, or closes it. */
  toggleTrade(): void {
    if (this.draft.trade) this.#set({ trade: null });
    else this.openTrade({ give: NO_CARDS, get: NO_CARDS });
  }

  /** Opens the builder with something in it. */
  openTrade(bargain: Bargain & Partial<TradeDraft>, mode: BuilderMode = this.#defaultMode()): void {
    const { snapshot } = this.store;
    if (!snapshot) return;
    this.notice = null;
    const others = snapshot.seats.flatMap((_, seat) => (seat === viewerOf(snapshot) ? [] : [seat]));
    const to = this.#recipients?.filter((seat) => others.includes(seat)) ?? others;
    const rest = { anyGive: 0, anyGet: 0, answers: null, declinedBy: [], declinedTwice: false };
    this.#set({
      trade: { ...rest, to, ...bargain, mode },
      chooser: null,
      selected: null,
      asks: null,
      tool: null,
    });
  }

  /** Opens the builder for the cards that something lacks. */
  tradeFor(missing: Cards): void {
    this.openTrade({ give: NO_CARDS, get: missing });
  }

  /** Opens the builder with the open offer's terms, to answer with others. */
  openCounter(): void {
    const { snapshot } = this.store;
    const trade = snapshot && openTrade(snapshot);
    const viewer = snapshot && viewerOf(snapshot);
    if (!trade || viewer === null) return;
    const answers = snapshot.offer?.line ?? null;
    const own = trade.answers[viewer];
    const terms = own?.type === 'countered' ? own.terms : trade.terms;
    this.openTrade({ ...toBargain(snapshot, terms), answers }, 'counter');
  }

  /** Back to the terms that are countered, or answered. */
  revertTrade(): void {
    const { snapshot } = this.store;
    const { trade } = this.draft;
    const offer = snapshot && openTrade(snapshot);
    if (!snapshot || !trade) return;
    if (trade.mode === 'counter' && offer) this.#setTrade(toBargain(snapshot, offer.terms));
    const asked = snapshot.suggestions.find(({ line }) => line === trade.answers);
    if (trade.mode === 'answer' && asked) this.#setTrade(toBargain(snapshot, asked.terms));
  }

  /** Opens the builder with the player's own open offer. */
  editOffer(): void {
    const { snapshot } = this.store;
    const trade = snapshot && openTrade(snapshot);
    if (snapshot && trade) this.openTrade(toBargain(snapshot, trade.terms), 'offer');
  }

  /** Opens the builder for one more offer beside the open one. */
  addOffer(): void {
    this.openTrade({ give: NO_CARDS, get: NO_CARDS }, 'another');
  }

  /** Puts a card on one side of the builder. */
  addToTrade(side: 'give' | 'get', resource: Resource, count = 1): void {
    const trade = this.draft.trade;
    const hand = this.store.snapshot?.view.own?.hand;
    if (!trade || !hand) return;
    const cards = plus(trade[side], only(resource, count));
    if (side === 'give' && !contains(hand, cards)) {
      this.#say(t('trade.noMore', { resource }), CLAUSE.held);
      return;
    }
    this.notice = null;
    this.#setTrade({ [side]: cards });
  }

  /** Takes a card off one side of the builder. */
  removeFromTrade(side: 'give' | 'get', resource: Resource): void {
    const trade = this.draft.trade;
    if (trade) this.#setTrade({ [side]: without(trade[side], only(resource, 1)) });
  }

  /** Asks for one card of any kind more or less, or gives it. */
  leaveOpen(side: 'give' | 'get', more: boolean): void {
    const trade = this.draft.trade;
    if (!trade) return;
    const field = side === 'give' ? 'anyGive' : 'anyGet';
    const count = Math.min(MOST_ANY, Math.max(0, trade[field] + (more ? 1 : -1)));
    this.#setTrade({ [field]: count });
  }

  /** Empties the builder. */
  clearTrade(): void {
    this.#setTrade({ give: NO_CARDS, get: NO_CARDS, anyGive: 0, anyGet: 0 });
  }

  /** Asks or no longer asks a player. */
  toggleRecipient(seat: Seat): void {
    const trade = this.draft.trade;
    if (!trade) return;
    const to = trade.to.includes(seat)
      ? trade.to.filter((each) => each !== seat)
      : [...trade.to, seat].sort((a, b) => a - b);
    this.#recipients = to;
    this.#setTrade({ to });
  }

  /** Sends what is in the builder to the other players. It may stay open for the next suggestion. */
  sendTrade(staysOpen = false): void {
    const { snapshot } = this.store;
    const trade = this.draft.trade;
    const panel = this.model?.panel;
    if (!snapshot || !trade || panel?.kind !== 'builder') return;
    if (!panel.builder.canSend) {
      this.#say(panel.builder.sentence, panel.builder.clause);
      return;
    }
    const terms = toTerms(snapshot, trade);
    const to = trade.to.filter((seat) => snapshot.choices.partners.includes(seat));
    this.#set({ trade: null });
    if (trade.mode === 'offer' && !isOpenBargain(trade)) {
      this.#act({ type: 'offer', terms, to });
      this.#sent = trade;
    } else if (trade.mode === 'counter') {
      this.#act({ type: 'counter', terms }, trade.answers ?? undefined);
    } else {
      const answers = trade.mode === 'answer' ? trade.answers : null;
      this.#talk({ type: 'suggest', terms: toOpenTerms(snapshot, trade), answers });
      if (staysOpen && answers === null) {
        this.#set({ trade });
        this.clearTrade();
      }
    }
  }

  /** Trades what is in the builder with the bank. */
  tradeWithBank(): void {
    const panel = this.model?.panel;
    if (panel?.kind !== 'builder') return;
    for (const action of panel.builder.bank) this.#act(action);
    this.clearTrade();
  }

  /** Says yes to the open offer, which is the one of that line. */
  accept(line?: number): void {
    this.#act({ type: 'accept' }, line);
  }

  /** Says no to the open offer, which is the one of that line. */
  decline(line?: number): void {
    this.#act({ type: 'decline' }, line);
  }

  /** Says no to every offer of this turn. */
  declineAll(): void {
    this.#set({ trade: null });
    this.#talk({ type: 'decline_all' });
  }

  /** Answers offers again. */
  listen(): void {
    this.#talk({ type: 'listen' });
  }

  /** Trades with a player no more. */
  block(seat: Seat): void {
    this.#talk({ type: 'block', seat });
  }

  /** Trades with a player again. */
  unblock(seat: Seat): void {
    this.#talk({ type: 'unblock', seat });
  }

  /** Closes the trade with a seat that has agreed. */
  confirmTrade(seat: Seat): void {
    this.#act({ type: 'confirm', with: seat });
  }

  /** Takes the own offer back. */
  withdraw(): void {
    this.#act({ type: 'withdraw' });
  }

  /** Says yes to a suggestion: closes it, or says so to the player who has asked all. */
  takeSuggestion({ line, bargain }: SuggestionCard): void {
    const { snapshot } = this.store;
    if (!snapshot) return;
    if (isYourTurn(snapshot)) {
      this.notice = null;
      this.#guard();
      this.store.takeSuggestion(line);
    } else {
      this.#talk({ type: 'suggest', terms: toOpenTerms(snapshot, bargain), answers: line });
    }
  }

  /** Opens the builder with a suggestion's terms, to answer with others. */
  counterSuggestion({ line, from, bargain }: SuggestionCard): void {
    const { snapshot } = this.store;
    if (!snapshot) return;
    const { give, get } = bargain;
    if (isYourTurn(snapshot)) this.openTrade({ give, get, to: [from] }, 'offer');
    else this.openTrade({ give, get, answers: line }, 'answer');
  }

  /** Says no to a suggestion. */
  declineSuggestion({ line }: SuggestionCard): void {
    this.#talk({ type: 'decline', suggestion: line });
  }

  /** Takes an own suggestion back. */
  takeBack({ line }: SuggestionCard): void {
    this.#talk({ type: 'take_back', suggestion: line });
  }

  /** Takes an own suggestion back and opens the builder with its terms. */
  changeSuggestion(card: SuggestionCard): void {
    const { snapshot } = this.store;
    if (!snapshot) return;
    const mode = isYourTurn(snapshot) ? 'another' : card.answers === null ? 'suggest' : 'answer';
    this.takeBack(card);
    this.openTrade({ ...card.bargain, answers: card.answers }, mode);
  }

  // The hand

  /** Taps a heap of the hand: what that means depends on what is open. */
  tapCard(resource: Resource): void {
    const { snapshot } = this.store;
    if (!snapshot) return;
    if (snapshot.choices.discard > 0) this.addToTray(resource);
    else if (this.draft.trade) this.addToTrade('give', resource);
    else if (this.#canTrade()) this.openTrade({ give: only(resource, 1), get: NO_CARDS });
  }

  /** Lifts as many cards of a heap as the bank takes for one. */
  liftBundle(resource: Resource): void {
    const { snapshot } = this.store;
    if (!snapshot?.choices.maritime_trade) return;
    const rate = snapshot.choices.rates[RESOURCES.indexOf(resource)] ?? 4;
    if (!this.draft.trade) this.openTrade({ give: NO_CARDS, get: NO_CARDS });
    this.addToTrade('give', resource, rate);
  }

  #say(text: string, clause: string | null): void {
    this.notice = { text, missing: null, clause };
  }

  #canTrade(): boolean {
    const trade = this.model?.actions.find((button) => button.id === 'trade');
    return trade?.enabled ?? false;
  }

  #defaultMode(): BuilderMode {
    const { snapshot } = this.store;
    return snapshot && isYourTurn(snapshot) ? 'offer' : 'suggest';
  }

  #act(action: Action, answers?: number): void {
    this.notice = null;
    this.#sent = null;
    this.#guard();
    this.store.act(action, answers);
  }

  #talk(word: TradeWord): void {
    this.notice = null;
    this.store.talkOfTrade(word);
  }

  #guard(): void {
    this.#guardedUntil = this.now() + GUARD_MS;
  }

  #setTray(tray: Cards): void {
    this.#set({ tray });
    // Should the time run out, the server completes what is chosen so far.
    if (this.store.snapshot?.choices.discard) this.store.keepDraft(tray);
  }

  #set(change: Partial<Draft>): void {
    this.draft = { ...this.draft, ...change };
    this.#hint();
  }

  #setTrade(change: Partial<TradeDraft>): void {
    // Nobody has declined other terms, and nobody else these.
    const asked = { declinedBy: [], declinedTwice: false };
    if (this.draft.trade) this.#set({ trade: { ...this.draft.trade, ...asked, ...change } });
  }
}
