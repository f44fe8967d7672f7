/** Trades as the page tells them: from the viewer's side, with the bank or with others. */

import { contains, held, overlap, RESOURCES, total, without } from '../cards';
import type { Action, Answer, Cards, Color, Seat, Terms } from '../protocol';
import { cardsText } from '../words';
import { CLAUSE } from './clauses';
import { isYourTurn, nameOf, openTrade, properName, viewerOf, type Scene } from './scene';

/** A trade from one side. */
export interface Bargain {
  readonly give: Cards;
  readonly get: Cards;
}

/** What a builder is open for. */
export type BuilderMode = 'offer' | 'counter' | 'suggest';

/** What stands in the builder. */
export interface TradeDraft extends Bargain {
  readonly mode: BuilderMode;
  /** Who is asked. */
  readonly to: readonly Seat[];
}

/** The builder, ready to be drawn. */
export interface Builder {
  readonly draft: TradeDraft;
  readonly title: string;
  readonly recipients: readonly { seat: Seat; name: string; color: Color; chosen: boolean }[];
  /** The bank trades that do exactly this; empty where the bank would not. */
  readonly bank: readonly Action[];
  /** Where the draft stands, in one sentence. */
  readonly sentence: string;
  /** The clause that speaks of what keeps it from being sent; null where none does. */
  readonly clause: string | null;
  readonly canSend: boolean;
}

/** One recipient's row on the offer's card. */
export interface AnswerRow {
  readonly seat: Seat;
  readonly name: string;
  readonly color: Color;
  readonly answer: 'pending' | 'accepted' | 'declined' | 'countered';
  /** What this seat would take and give instead. */
  readonly counter: { readonly takes: Cards; readonly gives: Cards } | null;
  /** Whether the viewer can close the trade with this seat. */
  readonly canConfirm: boolean;
}

/** The open offer, ready to be drawn. */
export interface OfferCard {
  readonly from: Seat;
  readonly name: string;
  readonly color: Color;
  /** From the viewer's side, or from the offerer's for those who were not asked. */
  readonly bargain: Bargain;
  readonly rows: readonly AnswerRow[];
  /** Whether it is the viewer's own. */
  readonly own: boolean;
  /** The viewer's answer, where they were asked. */
  readonly yours: 'pending' | 'accepted' | 'declined' | 'countered' | null;
  readonly canAnswer: boolean;
  readonly canAccept: boolean;
  /** What the viewer lacks to accept. */
  readonly short: Cards | null;
}

/** A suggestion, ready to be drawn. */
export interface SuggestionCard {
  readonly from: Seat;
  readonly name: string;
  readonly color: Color;
  readonly bargain: Bargain;
  /** Whether the viewer can take it. */
  readonly canTake: boolean;
  /** Whether it is the viewer's own. */
  readonly own: boolean;
}

/** A trade from the viewer's side, of the terms that are told from the active seat's. */
export function toBargain(scene: Scene, terms: Terms): Bargain {
  const mirrored = viewerOf(scene) !== null && !isYourTurn(scene);
  return mirrored ? { give: terms.take, get: terms.give } : { give: terms.give, get: terms.take };
}

/** The terms that the protocol wants for a trade from the viewer's side. */
export function toTerms(scene: Scene, { give, get }: Bargain): Terms {
  return isYourTurn(scene) ? { give, take: get } : { give: get, take: give };
}

/**
 * The bank trades that give and get exactly this: whole bundles at the viewer's rates, as many as
 * cards are taken, of what the bank has.
 */
export function bankTrades(scene: Scene, { give, get }: Bargain): Action[] {
  const { choices, view } = scene;
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
export function builder(scene: Scene, draft: TradeDraft): Builder {
  const viewer = viewerOf(scene);
  const recipients =
    draft.mode === 'offer'
      ? scene.seats.flatMap((info, seat) =>
          seat === viewer
            ? []
            : [
                {
                  seat,
                  name: properName(scene, seat),
                  color: info.color,
                  chosen: draft.to.includes(seat),
                },
              ],
        )
      : [];
  const bank = draft.mode === 'offer' ? bankTrades(scene, draft) : [];
  const problem = draftProblem(scene, draft);
  const active = properName(scene, scene.view.active);
  return {
    draft,
    title: {
      offer: 'Trade',
      counter: `Your counter-offer to ${active}`,
      suggest: `Suggest a trade to ${active}`,
    }[draft.mode],
    recipients,
    bank,
    sentence: problem?.text ?? readySentence(scene, draft, bank.length > 0),
    // Nothing is wrong with the draft but that it goes to nobody.
    clause: problem ? problem.clause : CLAUSE.whoTrades,
    canSend: problem === null && (draft.mode !== 'offer' || draft.to.length > 0),
  };
}

/** Why a draft cannot be sent. */
export interface DraftProblem {
  readonly text: string;
  /** The clause that says so; null where none does. */
  readonly clause: string | null;
}

/** Why a draft cannot be sent to other players; null where it can. */
export function draftProblem(scene: Scene, { give, get }: Bargain): DraftProblem | null {
  const hand = scene.view.own?.hand;
  const because = (clause: string | null, text: string) => ({ text, clause });
  if (!hand) return because(null, 'Only players trade.');
  if (total(give) === 0 && total(get) === 0) {
    return because(CLAUSE.terms, 'Choose what you get, and tap what you give.');
  }
  if (!contains(hand, give)) {
    return because(CLAUSE.held, `You lack ${cardsText(without(give, hand))}.`);
  }
  if (total(get) === 0) return because(CLAUSE.terms, 'Choose what you get.');
  if (total(give) === 0) return because(CLAUSE.terms, 'Tap the cards in your hand that you give.');
  if (!scene.table.rules.like_for_like && overlap(give, get)) {
    return because(CLAUSE.likeForLike, 'The same resource cannot stand on both sides.');
  }
  return null;
}

function readySentence(scene: Scene, draft: TradeDraft, bank: boolean): string {
  const words = `${cardsText(draft.give)} for ${cardsText(draft.get)}`;
  if (bank) return `Ready: ${words}. The bank does this too.`;
  if (draft.mode === 'offer' && draft.to.length === 0) return 'Choose whom to ask.';
  return `Ready: ${words}.${bankHint(scene, draft)}`;
}

/** What the bank would want for this, where one kind of card is given. */
function bankHint(scene: Scene, draft: TradeDraft): string {
  const [given, ...others] = held(draft.give);
  if (draft.mode !== 'offer' || !given || others.length || !scene.choices.maritime_trade) return '';
  const rate = scene.choices.rates[RESOURCES.indexOf(given.resource)] ?? 4;
  return ` The bank takes ${rate * total(draft.get)} ${given.resource}.`;
}

/** The open offer; null where there is none. */
export function offerCard(scene: Scene): OfferCard | null {
  const trade = openTrade(scene);
  if (!trade) return null;
  const { active, own } = scene.view;
  const viewer = viewerOf(scene);
  const yours = viewer === null ? null : answerWord(trade.answers[viewer]);
  const { give, take } = trade.terms;
  const bargain = yours ? { give: take, get: give } : { give, get: take };
  return {
    from: active,
    name: nameOf(scene, active),
    color: colorOf(scene, active),
    bargain,
    rows: scene.seats.flatMap((_, seat) => {
      const answer = trade.answers[seat];
      const word = answerWord(answer);
      if (!answer || !word) return [];
      return [
        {
          seat,
          name: nameOf(scene, seat),
          color: colorOf(scene, seat),
          answer: word,
          counter:
            answer.type === 'countered'
              ? { takes: answer.terms.give, gives: answer.terms.take }
              : null,
          canConfirm: scene.choices.confirm.includes(seat),
        },
      ];
    }),
    own: isYourTurn(scene),
    yours,
    canAnswer: scene.choices.answer,
    canAccept: scene.choices.accept,
    short:
      own && yours && !contains(own.hand, bargain.give) ? without(bargain.give, own.hand) : null,
  };
}

/** The trades that others suggest. */
export function suggestionCards(scene: Scene): SuggestionCard[] {
  const viewer = viewerOf(scene);
  if (viewer === null) return [];
  return scene.suggestions
    .filter(({ from }) => from === viewer || isYourTurn(scene))
    .map(({ from, terms }) => ({
      from,
      name: nameOf(scene, from),
      color: colorOf(scene, from),
      bargain: toBargain(scene, terms),
      canTake: isYourTurn(scene) && contains(scene.view.own?.hand ?? [0, 0, 0, 0, 0], terms.give),
      own: from === viewer,
    }));
}

function answerWord(answer: Answer | undefined): AnswerRow['answer'] | null {
  return !answer || answer.type === 'not_asked' ? null : answer.type;
}

function colorOf(scene: Scene, seat: Seat): Color {
  return scene.seats[seat]?.color ?? 'coral';
}
