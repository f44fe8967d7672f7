/** A proposal for a discard: what the hand has most of goes first. */

import {
  cardsOf,
  contains,
  countOf,
  plus,
  RESOURCES,
  total,
  without,
  only,
} from '../../base/cards';
import type { Cards } from '../../base/protocol';

/** Adds to the cards already chosen until `count` are, always from the largest heap that is left. */
export function suggestDiscard(hand: Cards, chosen: Cards, count: number): Cards {
  let tray = contains(hand, chosen) ? chosen : cardsOf(() => 0);
  while (total(tray) < Math.min(count, total(hand))) {
    const rest = without(hand, tray);
    const largest = RESOURCES.reduce((best, resource) =>
      countOf(rest, resource) > countOf(rest, best) ? resource : best,
    );
    tray = plus(tray, only(largest, 1));
  }
  return tray;
}
