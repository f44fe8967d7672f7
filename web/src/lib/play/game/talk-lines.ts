/** What is said about trades, as lines of the log tell it. */

import { total } from '../../base/cards';
import type { Cards, OpenTerms, Seat, TradeWord } from '../../base/protocol';
import { cardsPart, told, type LogPart } from './log-parts';
import { person, type LogContext } from './snapshot';

/** A line for a word of a seat in the turn of `active`; null for what is seen elsewhere. */
export function talkParts(
  snapshot: LogContext,
  seat: Seat,
  active: Seat,
  word: TradeWord,
): LogPart[] | null {
  const who = person(snapshot, seat);
  switch (word.type) {
    case 'suggest': {
      const both = { ...who, ...sides(word.terms, seat === active) };
      return told(word.answers === null ? 'talk.suggests' : 'talk.wouldTrade', both);
    }
    case 'take_back':
      return told('talk.takesBack', who);
    case 'decline':
      return told('talk.declines', who);
    case 'decline_all':
      return told('talk.declinesAll', who);
    case 'listen':
      return told('talk.listens', who);
    case 'block':
      return told('talk.blocks', { ...who, ...person(snapshot, word.seat, 'about') });
    case 'unblock':
      return told('talk.unblocks', { ...who, ...person(snapshot, word.seat, 'about') });
  }
}

/** What who suggests it gives, and what they get. */
function sides(terms: OpenTerms, isActive: boolean): { own: LogPart[]; others: LogPart[] } {
  const given = side(terms.give, terms.any_give);
  const taken = side(terms.take, terms.any_take);
  return isActive ? { own: given, others: taken } : { own: taken, others: given };
}

function side(cards: Cards, count: number): LogPart[] {
  if (count === 0) return [cardsPart(cards)];
  return total(cards)
    ? told('talk.cardsAndAny', { cards: cardsPart(cards), count })
    : told('talk.anyCards', { count });
}
