/** The commands of a trade, from the viewer's side. */

import type { SuggestionCard } from '../game/offers';
import { isYourTurn, openTrade, viewerOf, type TableSnapshot } from '../game/snapshot';
import {
  isOpenBargain,
  toBargain,
  toOpenTerms,
  toTerms,
  type Bargain,
  type BuilderMode,
  type TradeDraft,
} from '../game/trade';
import type { Seat } from '../../base/protocol';
import { command, type TableCommand } from './commands';

/** Everybody who can be asked. */
export function others(snapshot: TableSnapshot): Seat[] {
  return snapshot.seats.flatMap((_, seat) => (seat === viewerOf(snapshot) ? [] : [seat]));
}

/** A draft with this bargain; everything else is as in an unchanged one. */
export function newDraft(
  bargain: Bargain & Partial<TradeDraft>,
  mode: BuilderMode,
  to: readonly Seat[],
): TradeDraft {
  const rest = { anyGive: 0, anyGet: 0, answers: null, declinedBy: [], declinedTwice: false };
  return { ...rest, to, ...bargain, mode };
}

/** Whether a draft is an offer by the rules: anything else is only talk. */
export function isOffer(draft: TradeDraft): boolean {
  return draft.mode === 'offer' && !isOpenBargain(draft);
}

/** The command that sends a draft to the other players. */
export function tradeCommand(snapshot: TableSnapshot, draft: TradeDraft): TableCommand {
  if (isOffer(draft)) {
    const to = draft.to.filter((seat) => snapshot.choices.partners.includes(seat));
    return command('act', { type: 'offer', terms: toTerms(snapshot, draft), to });
  }
  if (draft.mode === 'counter') {
    const counter = { type: 'counter', terms: toTerms(snapshot, draft) } as const;
    return command('act', counter, draft.answers ?? undefined);
  }
  const answers = draft.mode === 'answer' ? draft.answers : null;
  return command('suggest', toOpenTerms(snapshot, draft), answers);
}

/** The command that agrees to a suggestion: it closes the trade, or tells the player whose turn it is. */
export function takeSuggestion(
  snapshot: TableSnapshot,
  { line, bargain }: SuggestionCard,
): TableCommand {
  if (isYourTurn(snapshot)) return command('takeSuggestion', line);
  return command('suggest', toOpenTerms(snapshot, bargain), line);
}

/** The terms of the open offer, or the viewer's own answer to them; null where none stands. */
export function termsToCounter(snapshot: TableSnapshot): Bargain | null {
  const trade = openTrade(snapshot);
  const viewer = viewerOf(snapshot);
  if (!trade || viewer === null) return null;
  const own = trade.answers[viewer];
  return toBargain(snapshot, own?.type === 'countered' ? own.terms : trade.terms);
}

/** What a suggestion is answered with: an offer to who has made it, or other terms. */
export function answerTo(
  snapshot: TableSnapshot,
  { line, from }: SuggestionCard,
): Pick<TradeDraft, 'mode'> & Partial<TradeDraft> {
  return isYourTurn(snapshot) ? { mode: 'offer', to: [from] } : { mode: 'answer', answers: line };
}
