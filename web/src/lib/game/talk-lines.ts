/** What is said about trades, as lines of the log tell it. */

import { NO_CARDS } from '../cards';
import type { OpenTerms, Seat, TradeWord } from '../protocol';
import type { LogPart } from './log-lines';
import { does, nameInside, type TableSnapshot } from './snapshot';

/** A line for a word of a seat in the turn of `active`; null for what is seen elsewhere. */
export function talkParts(
  snapshot: TableSnapshot,
  seat: Seat,
  active: Seat,
  word: TradeWord,
): LogPart[] | null {
  switch (word.type) {
    case 'suggest': {
      const { own, others } = sides(word.terms, seat === active);
      const verb =
        word.answers === null
          ? does(snapshot, seat, 'suggest')
          : does(snapshot, seat, 'would trade', 'would trade');
      return [text(verb), ...own, text('for'), ...others];
    }
    case 'take_back':
      return [text(`${does(snapshot, seat, 'take')} a suggestion back`)];
    case 'decline':
      return [text(`${does(snapshot, seat, 'decline')} a suggestion`)];
    case 'decline_all':
      return [text(`${does(snapshot, seat, 'decline')} all offers of this turn`)];
    case 'listen':
      return [text(`${does(snapshot, seat, 'answer')} offers again`)];
    case 'block':
      return [
        text(`${does(snapshot, seat, 'block')} trades with ${nameInside(snapshot, word.seat)}`),
      ];
    case 'unblock':
      return [
        text(`${does(snapshot, seat, 'allow')} trades with ${nameInside(snapshot, word.seat)}`),
      ];
  }
}

/** What who suggests it gives, and what they get. */
function sides(terms: OpenTerms, isActive: boolean): { own: LogPart[]; others: LogPart[] } {
  const given = side(terms.give, terms.any_give);
  const taken = side(terms.take, terms.any_take);
  return isActive ? { own: given, others: taken } : { own: taken, others: given };
}

function side(cards: OpenTerms['give'], any: number): LogPart[] {
  const named: LogPart[] = cards.some((count) => count > 0) ? [{ type: 'cards', cards }] : [];
  const parts = any ? [...named, text(`any ${any}`)] : named;
  return parts.length ? parts : [{ type: 'cards', cards: NO_CARDS }];
}

function text(words: string): LogPart {
  return { type: 'text', text: words };
}
