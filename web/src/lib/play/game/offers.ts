/** Trades that are offered or suggested, as the viewer sees them. */

import { contains, total, without } from '../../base/cards';
import { t } from '../../base/language/messages';
import type { Answer, Cards, Color, LogEntry, Seat, Suggestion } from '../../base/protocol';
import { isYourTurn, nameOf, openTrade, viewerOf, type TableSnapshot } from './snapshot';
import { isOpenBargain, toBargain, toOpenBargain, type Bargain, type OpenBargain } from './trade';

/** One recipient's row on the offer's card. */
export interface AnswerRow {
  readonly seat: Seat;
  /** Whether it is the viewer's own. */
  readonly you: boolean;
  readonly name: string;
  readonly color: Color;
  readonly answer: 'pending' | 'accepted' | 'declined' | 'countered';
  /** Whether a counter-offer is being put together. */
  readonly prepares: boolean;
  /** Whether they say no to every offer of this turn. */
  readonly declinesAll: boolean;
  /** What this seat would take and give instead. */
  readonly counter: { readonly takes: Cards; readonly gives: Cards } | null;
  /** Whether the viewer can close the trade with this seat. */
  readonly canConfirm: boolean;
}

/** The open offer, ready to be drawn. */
export interface OfferCard {
  /** The line of the log that it is. */
  readonly line: number;
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
  /** The viewer's own counter-offer, from their side. */
  readonly yourCounter: Bargain | null;
  readonly canAnswer: boolean;
  readonly canAccept: boolean;
  /** Whether the viewer may decline all offers of this turn. */
  readonly canDeclineAll: boolean;
  /** Whether another offer can be made beside this one. */
  readonly canAddAnother: boolean;
  /** What the viewer lacks to accept. */
  readonly short: Cards | null;
}

/** A suggestion, ready to be drawn. */
export interface SuggestionCard {
  /** The line of the log that it is. */
  readonly line: number;
  readonly from: Seat;
  readonly name: string;
  readonly color: Color;
  readonly bargain: OpenBargain;
  /** Whose it is: the viewer's, another's to the viewer, or an answer to one of the viewer's. */
  readonly kind: 'own' | 'asked' | 'answer';
  /** The line of what it answers. */
  readonly answers: number | null;
  /** Whether the viewer can close it, or say yes to it. */
  readonly canTake: boolean;
  /** Why not, where it is not. */
  readonly why: string | null;
  /** Who has declined it. */
  readonly declined: readonly string[];
}

/** The open offer; null where there is none. */
export function offerCard(
  snapshot: TableSnapshot,
  preparing: readonly Seat[] = [],
): OfferCard | null {
  const trade = openTrade(snapshot);
  if (!trade) return null;
  const { active, own } = snapshot.view;
  const { choices } = snapshot;
  const viewer = viewerOf(snapshot);
  const answered = viewer === null ? undefined : trade.answers[viewer];
  const yours = answerWord(answered);
  const { give, take } = trade.terms;
  const bargain = yours ? { give: take, get: give } : { give, get: take };
  return {
    line: snapshot.offer?.line ?? 0,
    from: active,
    name: nameOf(snapshot, active),
    color: colorOf(snapshot, active),
    bargain,
    rows: snapshot.seats.flatMap((_, seat) => {
      const answer = trade.answers[seat];
      const word = answerWord(answer);
      if (!answer || !word) return [];
      return [
        {
          seat,
          you: seat === viewer,
          name: nameOf(snapshot, seat),
          color: colorOf(snapshot, seat),
          answer: word,
          prepares: preparing.includes(seat) && word !== 'countered',
          declinesAll: word === 'declined' && snapshot.declining.includes(seat),
          counter:
            answer.type === 'countered'
              ? { takes: answer.terms.give, gives: answer.terms.take }
              : null,
          canConfirm: choices.confirm.includes(seat),
        },
      ];
    }),
    own: isYourTurn(snapshot),
    yours,
    yourCounter: answered?.type === 'countered' ? toBargain(snapshot, answered.terms) : null,
    canAnswer: choices.answer,
    canAccept: choices.accept,
    canDeclineAll: choices.decline_all,
    canAddAnother: isYourTurn(snapshot) && choices.suggest,
    short:
      own && yours && !contains(own.hand, bargain.give) ? without(bargain.give, own.hand) : null,
  };
}

/** The trades that are suggested by the viewer or to the viewer. */
export function suggestionCards(snapshot: TableSnapshot): SuggestionCard[] {
  const viewer = viewerOf(snapshot);
  if (viewer === null) return [];
  return snapshot.suggestions.flatMap((suggestion) => {
    const kind = kindOf(snapshot, viewer, suggestion);
    return kind ? [suggestionCard(snapshot, suggestion, kind)] : [];
  });
}

function kindOf(
  snapshot: TableSnapshot,
  viewer: Seat,
  { from, line, answers, declined }: Suggestion,
): SuggestionCard['kind'] | null {
  if (from === viewer) return 'own';
  if (isYourTurn(snapshot)) return answers === null ? 'asked' : 'answer';
  const answered = snapshot.suggestions.some((one) => one.from === viewer && one.answers === line);
  const asksAll = from === snapshot.view.active;
  return asksAll && !answered && !declined.includes(viewer) ? 'asked' : null;
}

function suggestionCard(
  snapshot: TableSnapshot,
  { line, from, terms, answers, declined }: Suggestion,
  kind: SuggestionCard['kind'],
): SuggestionCard {
  const bargain = toOpenBargain(snapshot, terms);
  const hand = snapshot.view.own?.hand ?? [0, 0, 0, 0, 0];
  const open = isOpenBargain(bargain);
  const pays = contains(hand, bargain.give);
  return {
    line,
    from,
    name: nameOf(snapshot, from),
    color: colorOf(snapshot, from),
    bargain,
    kind,
    answers,
    canTake: kind !== 'own' && !open && pays && total(bargain.give) > 0,
    why: kind === 'own' || open || pays ? null : t('trade.cannotPay'),
    declined: declined.map((seat) => nameOf(snapshot, seat)),
  };
}

function answerWord(answer: Answer | undefined): AnswerRow['answer'] | null {
  return !answer || answer.type === 'not_asked' ? null : answer.type;
}

function colorOf(snapshot: TableSnapshot, seat: Seat): Color {
  return snapshot.seats[seat]?.color ?? 'coral';
}

/** Whether an offer has come to its end among these entries because all have declined it. */
export function wasDeclined(entries: readonly LogEntry[]): boolean {
  const events = entries.flatMap((entry) => entry.events);
  const last = events.findLast(({ type }) =>
    ['offered', 'answered', 'withdrawn', 'traded'].includes(type),
  );
  return last?.type === 'answered' && last.answer.type === 'declined';
}
