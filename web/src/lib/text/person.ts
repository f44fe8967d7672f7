/** People in sentences: as a choice between the reader and somebody else, and a name. */

import { isYou, properName, type TableSnapshot } from '../game/snapshot';
import type { Seat } from '../protocol';

/** Somebody that a sentence is about. */
export interface Person {
  readonly who: 'you' | 'other';
  readonly name: string;
}

/** Whoever sits there. */
export function person(snapshot: TableSnapshot, seat: Seat): Person {
  return { who: isYou(snapshot, seat) ? 'you' : 'other', name: properName(snapshot, seat) };
}
