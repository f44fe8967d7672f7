/** Trades that are put together: from the viewer's side, with the bank or with others. */

import { contains, held, overlap, RESOURCES, total, without } from '../cards';
import type { Action, Cards, Color, OpenTerms, Seat, Terms } from '../protocol';
import { cardsText, counted, listed } from '../words';
import { CLAUSE } from './clauses';
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
  const open = `any ${any}`;
  return total(cards) ? listed([cardsText(cards), open]) : open;
}

/** The terms that the protocol wants for a trade from the viewer's side. */
export function toTerms(snapshot: TableSnapshot, { give, get }: Bargain): Terms {
  return isYourTurn(snapshot) ? { give, take: get } : { give: get, take: give };
}

/**
 * The bank trades that give and get exactly this: whole bundles at the viewer's rates, as many as
 * cards are taken, of what the bank has.
 */
export function bankTrades(snapshot: TableSnapshot, { give, get }: Bargain): Action[] {
  const { choices, view } = snapshot;
  if (!choices.maritime_trade || overlap(give, get) || !contains(view.bank, get)) return [];
  if (!view.own || !contains(view.own.hand, give)) return [];
  const given = held(give).map((heap) => ({
    ...heap,
    rate: choices.rates[RESOURCES.indexOf(heap.resource)] ?? Infinity,
  }));
  if (given.some(({ count, rate }) => count % rate !== 0)) return [];
  const bundles = given.flatMap(({ resource, count, rate }) => repeat(resource, count / rate));
  const taken = held(get).flatMap(({ resource, count }) => repeat(resource, count));
  if (bundles.length !== taken.length) return [];
  return bundles.flatMap((resource, index) => {
    const take = taken[index];
    return take ? [{ type: 'maritime_trade' as const, give: resource, take }] : [];
  });
}

function repeat<T>(value: T, count: number): T[] {
  return Array.from({ length: count }, () => value);
}

/** The builder for a draft. */
export function builder(snapshot: TableSnapshot, draft: TradeDraft): Builder {
  const { choices } = snapshot;
  const open = isOpenBargain(draft);
  const recipients = draft.mode === 'offer' && !open ? recipientsOf(snapshot, draft) : [];
  const bank = draft.mode === 'offer' && !open ? bankTrades(snapshot, draft) : [];
  const problem = draftProblem(snapshot, draft);
  const active = properName(snapshot, snapshot.view.active);
  const asksSome = recipients.some(({ chosen, available }) => chosen && available);
  return {
    draft,
    title: {
      offer: 'Trade',
      another: 'Another offer',
      counter: `Your counter-offer to ${active}`,
      suggest: `Suggest a trade to ${active}`,
      answer: `Your answer to ${active}`,
    }[draft.mode],
    recipients,
    bank,
    sentence: problem?.text ?? readySentence(snapshot, draft, bank.length > 0, asksSome),
    // Nothing is wrong with the draft but that it goes to nobody.
    clause: problem ? problem.clause : CLAUSE.whoTrades,
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
  if (!hand) return because(null, 'Only players can trade.');
  const [gives, gets] = [total(give) + anyGive, total(get) + anyGet];
  if (gives === 0 && gets === 0) {
    return because(CLAUSE.terms, 'Choose what you get, and tap what you give.');
  }
  if (!contains(hand, give)) {
    return because(CLAUSE.held, `You lack ${cardsText(without(give, hand))}.`);
  }
  if (gives > total(hand)) {
    return because(CLAUSE.held, `You have only ${counted(total(hand), 'card')} to give.`);
  }
  if (gets === 0) return because(CLAUSE.terms, 'Choose what you get: nobody gives cards away.');
  if (gives === 0) return because(CLAUSE.terms, 'Tap the cards that you give.');
  if (total(give) + total(get) === 0) {
    return because(CLAUSE.terms, 'Name at least one card.');
  }
  if (!snapshot.table.rules.like_for_like && overlap(give, get)) {
    return because(CLAUSE.likeForLike, 'The same resource cannot be on both sides.');
  }
  return null;
}

function readySentence(
  snapshot: TableSnapshot,
  draft: TradeDraft,
  bank: boolean,
  asksSome: boolean,
): string {
  const { give, get, anyGive, anyGet } = draft;
  const words = `${sideText(give, anyGive)} for ${sideText(get, anyGet)}`;
  if (isOpenBargain(draft)) {
    const others =
      draft.mode === 'suggest'
        ? `${properName(snapshot, snapshot.view.active)} answers`
        : 'Others answer';
    return `Ready: ${words}. ${others} with the cards they would trade.`;
  }
  if (bank) return `Ready: ${words}. The bank would make this trade too.`;
  if (draft.mode === 'offer' && !asksSome) return 'Choose whom to ask.';
  if (draft.declinedBy.length) {
    const names = listed(draft.declinedBy.map((seat) => properName(snapshot, seat)));
    return `${names} declined ${words}. Change it and offer again.`;
  }
  return `Ready: ${words}.${bankHint(snapshot, draft)}`;
}

/** What the bank would want for this, where one kind of card is given. */
function bankHint(snapshot: TableSnapshot, draft: TradeDraft): string {
  const [given, ...others] = held(draft.give);
  if (draft.mode !== 'offer' || !given || others.length || !snapshot.choices.maritime_trade)
    return '';
  const rate = snapshot.choices.rates[RESOURCES.indexOf(given.resource)] ?? 4;
  return ` The bank takes ${rate * total(draft.get)} ${given.resource}.`;
}
