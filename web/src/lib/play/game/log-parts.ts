/** What the lines of the log are made of. */

import type { Place } from '../board/targets';
import { parts, type Arguments, type MessageId } from '../../base/language/messages';
import type { Cards, DevelopmentCard } from '../../base/protocol';

/** A piece of a line. Words bring the spaces round the others. */
export type LogPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'cards'; readonly cards: Cards }
  | { readonly type: 'dice'; readonly dice: readonly [number, number] }
  | { readonly type: 'development'; readonly card: DevelopmentCard }
  | { readonly type: 'place'; readonly place: Place; readonly text: string }
  | { readonly type: 'piece'; readonly piece: 'road' | 'settlement' | 'city' };

/** What a message may hold besides words: one piece of a line, or several. */
type Put = LogPart | readonly LogPart[];

/** A message with pieces of a line in it. */
export function told<Id extends MessageId>(
  id: Id,
  ...values: Arguments<Id, Put | string | number>
): LogPart[] {
  return parts<Put, Id>(id, ...values).flatMap((part) =>
    typeof part === 'string' ? words(part) : part,
  );
}

/** Plain words. */
export function words(text: string): LogPart {
  return { type: 'text', text };
}

/** Cards by their counts. */
export function cardsPart(cards: Cards): LogPart {
  return { type: 'cards', cards };
}
