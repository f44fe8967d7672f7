/** What the board and what is read beside it point at together. */

import type { Mark } from './marks';
import { samePlace, type Place } from './targets';

/** The marks on a board, and which of them is pointed at: on the board, or in words. */
export class Pointing {
  marks = $state.raw<readonly Mark[]>([]);
  at = $state.raw<Place | null>(null);

  /** Shows these marks, until the function that it returns is called. An effect of the page. */
  show(marks: readonly Mark[]): () => void {
    this.marks = marks;
    return () => {
      this.marks = [];
      this.at = null;
    };
  }

  /** Points at a place, or at none. */
  point(place: Place | null): void {
    if (!samePlace(this.at, place)) this.at = place;
  }
}
