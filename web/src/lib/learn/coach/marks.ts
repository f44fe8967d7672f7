/** The places of an advice, as marks on the board. */

import type { Mark, Rank } from '../../play/board/marks';
import type { AdvisedPlace } from '../../base/protocol';
import { placeOf } from './words';

/** The worth of the worst place, see `AdvisedPlace`. */
const LEAST = 10;

/** The rank of the place that stands so far down, if it has a medal. */
export function rankAt(index: number): Rank | null {
  return index >= 0 && index < 3 ? ((index + 1) as Rank) : null;
}

/** Marks for places, the best first. */
export function marksOf(places: readonly AdvisedPlace[]): Mark[] {
  return places.flatMap(({ action, worth }, index) => {
    const place = placeOf(action);
    const rank = rankAt(index);
    return place ? [{ place, rank, worth: Math.max(0, worth - LEAST) / (100 - LEAST) }] : [];
  });
}
