/** Trades that are put together: from the viewer's side, with the bank or with others. */

import {
  contains,
  countOf,
  held,
  NO_CARDS,
  only,
  overlap,
  plus,
  sameCards,
  total,
  without,
} from '../../base/cards';
import { listed } from '../../base/language/format';
import { t, type MessageId } from '../../base/language/messages';
import type { Action, Cards, Color, OpenTerms, Seat, Terms } from '../../base/protocol';
import { BAD_RECIPIENTS, EMPTY_SIDE, LIKE_FOR_LIKE, NOT_HELD } from '../../base/protocol/clauses';
import { cardsText } from '../../base/words';
import { isYourTurn, properName, viewerOf, type TableSnapshot } from './snapshot';

/** A trade from one side. */
export interface Bargain {
  readonly give: Cards;
  readonly get: Cards;
}

/** A trade of which part may be left open: cards of any kind. */
export interface OpenBargain extends Bargain {
  readonly anyGive: number;
  readonly anyGet: number;
}

/**
 * What a builder is open for: an offer of one's own turn, another one beside it, a counter-offer, a
 * suggestion to the player whose turn it is, or an answer to what that player has asked all.
 */
export type BuilderMode = 'offer' | 'another' | 'counter' | 'suggest' | 'answer';

/** What stands in the builder. */
export interface TradeDraft extends OpenBargain {
  readonly mode: BuilderMode;
  /** Who is asked. */
  readonly to: readonly Seat[];
  /** The suggestion that is answered, by its line of the log. */
  readonly answers: number | null;
  /** Who has declined this, where it was offered so before. */
  readonly declinedBy: readonly Seat[];
  /** Whether they have declined it twice: it is not offered a third time. */
  readonly declinedTwice: boolean;
}

/** Somebody who can be asked. */
export interface Recipient {
  readonly seat: Seat;
  readonly name: string;
  readonly color: Color;
  readonly chosen: boolean;
  /** Whether they hear of it: nobody who has blocked the viewer, or is blocked. */
  readonly available: boolean;
  /** Whether the viewer has blocked them. */
  readonly blocked: boolean;
  /** Whether they say no to every offer of this turn. */
  readonly declining: boolean;
}

/** The builder, ready to be drawn. */
export interface Builder {
  readonly draft: TradeDraft;
  readonly title: string;
  readonly recipients: readonly Recipient[];
  /** The bank trades that do exactly this; empty where the bank would not. */
  readonly bank: readonly Action[];
  /** Where the draft stands, in one sentence. */
  readonly sentence: string;
  /** The clause that speaks of what keeps it from being sent; null where none does. */
  readonly clause: string | null;
  readonly canSend: boolean;
  /** Whether a card of any kind can be asked for or given. */
  readonly canLeaveOpen: boolean;
}

/** A trade from the viewer's side, of the terms that are told from the active seat's. */
export function toBargain(snapshot: TableSnapshot, terms: Terms): Bargain {
  const mirrored = viewerOf(snapshot) !== null && !isYourTurn(snapshot);
  return mirrored ? { give: terms.take, get: terms.give } : { give: terms.give, get: terms.take };
}

/** A trade of which part may be open, from the viewer's side. */
export function toOpenBargain(snapshot: TableSnapshot, terms: OpenTerms): OpenBargain {
  const mirrored = viewerOf(snapshot) !== null && !isYourTurn(snapshot);
  const [anyGive, anyGet] = mirrored
    ? [terms.any_take, terms.any_give]
    : [terms.any_give, terms.any_take];
  return { ...toBargain(snapshot, terms), anyGive, anyGet };
}

/** The terms that the protocol wants for a trade of which part may be open. */
export function toOpenTerms(
  snapshot: TableSnapshot,
  { anyGive, anyGet, ...bargain }: OpenBargain,
): OpenTerms {
  const [any_give, any_take] = isYourTurn(snapshot) ? [anyGive, anyGet] : [anyGet, anyGive];
  return { ...toTerms(snapshot, bargain), any_give, any_take };
}

/** Whether part of it is left open. */
export function isOpenBargain({ anyGive, anyGet }: OpenBargain): boolean {
  return anyGive + anyGet > 0;
}

/** `2 wool and any 1`: one side of a trade. */
export function sideText(cards: Cards, any: number): string {
  if (any === 0) return cardsText(cards);
  const open = t('trade.anyCards', { count: any });
  return total(cards) ? listed([cardsText(cards), open]) : open;
}

/** The terms that the protocol wants for a trade from the viewer's side. */
export function toTerms(snapshot: TableSnapshot, { give, get }: Bargain): Terms {
  return isYourTurn(snapshot) ? { give, take: get } : { give: get, take: give };
}

/**
 * The bank trades that give and get exactly this, of those that the server offers; none where they do
 * not add up to it, or the hand or the bank lacks cards for so many.
 */
export function bankTrades({ choices, view }: TableSnapshot, { give, get }: Bargain): Action[] {
  if (!contains(view.own?.hand ?? NO_CARDS, give) || !contains(view.bank, get)) return [];
  const trades = choices.bank_trades.flatMap((trade) =>
    repeat(trade, Math.floor(countOf(give, trade.give) / trade.count)),
  );
  const taken = held(get).flatMap(({ resource, count }) => repeat(resource, count));
  const paid = trades.map((trade) => only(trade.give, trade.count)).reduce(plus, NO_CARDS);
  if (trades.length !== taken.length || !sameCards(paid, give)) return [];
  const actions = trades.flatMap(({ give, take: offered }, index) =>
    offered
      .filter((take) => take === taken[index])
      .map((take) => ({ type: 'maritime_trade' as const, give, take })),
  );
  return actions.length === trades.length ? actions : [];
}

function repeat<T>(value: T, count: number): T[] {
  return Array.from({ length: count }, () => value);
}

const TITLES = {
  offer: 'trade.title',
  another: 'trade.another',
  counter: 'trade.counterTo',
  suggest: 'trade.suggestTo',
  answer: 'trade.answerTo',
} as const satisfies Record<BuilderMode, MessageId>;

/** Whether the builder still has a purpose. */
export function canTrade({ choices }: TableSnapshot, { mode }: TradeDraft): boolean {
  if (mode === 'offer') return choices.offer || choices.maritime_trade;
  return mode === 'counter' ? choices.answer : choices.suggest;
}

/** The builder for a draft. */
export function builder(snapshot: TableSnapshot, draft: TradeDraft): Builder {
  const { choices } = snapshot;
  const open = isOpenBargain(draft);
  const recipients = draft.mode === 'offer' && !open ? recipientsOf(snapshot, draft) : [];
  const bank = draft.mode === 'offer' && !open ? bankTrades(snapshot, draft) : [];
  const problem = draftProblem(snapshot, draft);
  const asksSome = recipients.some(({ chosen, available }) => chosen && available);
  return {
    draft,
    title: t(TITLES[draft.mode], { name: properName(snapshot, snapshot.view.active) }),
    recipients,
    bank,
    sentence: problem?.text ?? readySentence(snapshot, draft, bank.length > 0, asksSome),
    // Nothing is wrong with the draft but that it goes to nobody.
    clause: problem ? problem.clause : BAD_RECIPIENTS,
    canSend: problem === null && (draft.mode !== 'offer' || open || asksSome),
    canLeaveOpen: draft.mode !== 'counter' && draft.mode !== 'answer' && choices.suggest,
  };
}

function recipientsOf(snapshot: TableSnapshot, draft: TradeDraft): Recipient[] {
  const { blocked, partners } = snapshot.choices;
  return snapshot.seats.flatMap((info, seat) =>
    seat === viewerOf(snapshot)
      ? []
      : [
          {
            seat,
            name: properName(snapshot, seat),
            color: info.color,
            chosen: draft.to.includes(seat),
            available: partners.includes(seat),
            blocked: blocked.includes(seat),
            declining: snapshot.declining.includes(seat),
          },
        ],
  );
}

/** Why a draft cannot be sent. */
export interface DraftProblem {
  readonly text: string;
  /** The clause that says so; null where none does. */
  readonly clause: string | null;
}

/** Why a draft cannot be sent to other players; null where it can. */
export function draftProblem(
  snapshot: TableSnapshot,
  { give, get, anyGive = 0, anyGet = 0 }: Bargain & Partial<OpenBargain>,
): DraftProblem | null {
  const hand = snapshot.view.own?.hand;
  const because = (clause: string | null, text: string) => ({ text, clause });
  if (!hand) return because(null, t('trade.onlyPlayers'));
  const [gives, gets] = [total(give) + anyGive, total(get) + anyGet];
  if (gives === 0 && gets === 0) {
    return because(EMPTY_SIDE, t('trade.chooseBoth'));
  }
  if (!contains(hand, give)) {
    return because(NOT_HELD, t('trade.lack', { cards: cardsText(without(give, hand)) }));
  }
  if (gives > total(hand)) {
    return because(NOT_HELD, t('trade.tooFew', { count: total(hand) }));
  }
  if (gets === 0) return because(EMPTY_SIDE, t('trade.chooseGet'));
  if (gives === 0) return because(EMPTY_SIDE, t('trade.chooseGive'));
  if (total(give) + total(get) === 0) {
    return because(EMPTY_SIDE, t('trade.nameOne'));
  }
  if (!snapshot.table.rules.like_for_like && overlap(give, get)) {
    return because(LIKE_FOR_LIKE, t('trade.sameOnBothSides'));
  }
  return null;
}

function readySentence(
  snapshot: TableSnapshot,
  draft: TradeDraft,
  bank: boolean,
  asksSome: boolean,
): string {
  const terms = {
    give: sideText(draft.give, draft.anyGive),
    get: sideText(draft.get, draft.anyGet),
  };
  if (isOpenBargain(draft)) {
    const name = properName(snapshot, snapshot.view.active);
    return draft.mode === 'suggest'
      ? t('trade.readyForAnswerOf', { ...terms, name })
      : t('trade.readyForAnswers', terms);
  }
  if (bank) return t('trade.readyBankToo', terms);
  if (draft.mode === 'offer' && !asksSome) return t('trade.chooseWhom');
  if (draft.declinedBy.length) {
    const names = listed(draft.declinedBy.map((seat) => properName(snapshot, seat)));
    const count = draft.declinedBy.length;
    return t(draft.declinedTwice ? 'trade.declinedTwice' : 'trade.declinedBefore', {
      ...terms,
      names,
      count,
    });
  }
  const price = bankPrice(snapshot, draft);
  return price
    ? t('trade.readyBankTakes', { ...terms, price: cardsText(price) })
    : t('trade.ready', terms);
}

/** What the bank would want for this, where one kind of card is given; null where it is not asked. */
function bankPrice(snapshot: TableSnapshot, draft: TradeDraft): Cards | null {
  const [given, ...others] = held(draft.give);
  if (draft.mode !== 'offer' || !given || others.length || !snapshot.choices.maritime_trade) {
    return null;
  }
  const rate = countOf(snapshot.choices.rates, given.resource);
  return only(given.resource, rate * total(draft.get));
}
