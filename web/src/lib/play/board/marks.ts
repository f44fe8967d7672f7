/** What points at places of the board: the best by their rank, the others by how good they are. */

import type { Color } from '../../base/protocol';
import { samePlace, type Place } from './targets';

/** The ranks that have a medal. */
export type Rank = 1 | 2 | 3;

/** A place that is pointed at. */
export interface Mark {
  readonly place: Place;
  /** Null for all but the best three. */
  readonly rank: Rank | null;
  /** How good it is among all that are marked, from 0 to 1. */
  readonly worth: number;
  /** What is written there, in the place of its rank; round a hex, below its token. */
  readonly label?: string;
  /** The color of who has chosen it. */
  readonly by?: Color | null;
  /** Whether it is what was done in the game: it is dashed. */
  readonly done?: boolean;
}

/** The mark of a place, if it has one. */
export function markOf(marks: readonly Mark[], place: Place): Mark | null {
  return marks.find((mark) => samePlace(mark.place, place)) ?? null;
}
