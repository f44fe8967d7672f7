/** What the board and what is read beside it point at together. */

import type { Color } from '../../base/protocol';
import type { Mark } from './marks';
import { samePlace, type Pick, type Place } from './targets';

/** A piece that somebody could place. */
export interface Planned {
  readonly pick: Pick;
  readonly color: Color;
  /** Whether something else comes before it. */
  readonly later: boolean;
}

/** The marks on a board, and which of them is pointed at: on the board, or in words. */
export class Pointing {
  marks = $state.raw<readonly Mark[]>([]);
  at = $state.raw<Place | null>(null);
  /** What the viewer could do, in its order. */
  plan = $state.raw<readonly Planned[]>([]);

  /** Shows these marks, until the function that it returns is called. An effect of the page. */
  show(marks: readonly Mark[]): () => void {
    this.marks = marks;
    return () => {
      this.marks = [];
      this.at = null;
    };
  }

  /** Shows what could be done, likewise. */
  suggest(plan: readonly Planned[]): () => void {
    this.plan = plan;
    return () => {
      this.plan = [];
    };
  }

  /** Points at a place, or at none. */
  point(place: Place | null): void {
    if (!samePlace(this.at, place)) this.at = place;
  }
}
