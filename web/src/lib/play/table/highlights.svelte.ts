/** What the table shows for a moment after something has happened. */

import type { AwardNews } from '../game/awards';
import type { TableSnapshot } from '../game/snapshot';
import type { LogEntry, Resource } from '../../base/protocol';
import { handChanges, heapChanges, NO_CHANGES, NO_HEAP_CHANGES } from './changes';

/** How long a change of a hand is shown beside it. */
const CHANGE_SHOWN_MS = 2500;
/** How long an award that changes hands is shown over the board. */
const AWARD_SHOWN_MS = 6000;

/** A step of the table, and what it led from and to. */
export interface TableStep {
  readonly before: TableSnapshot;
  readonly after: TableSnapshot;
  readonly entries: readonly LogEntry[];
}

/** Changes of hands and awards, each shown for a while. */
export class Highlights {
  /** How many cards each seat has just gained or lost. */
  changes = $state.raw(NO_CHANGES);
  /** How many cards of each resource the viewer has just gained or lost. */
  heaps = $state.raw<ReadonlyMap<Resource, number>>(NO_HEAP_CHANGES);
  /** What has just happened. */
  step = $state.raw<TableStep | null>(null);
  /** Awards that have just changed hands. */
  awards = $state.raw<readonly AwardNews[]>([]);
  #changesEnd: ReturnType<typeof setTimeout> | undefined;
  #awardsEnd: ReturnType<typeof setTimeout> | undefined;

  /** Shows what the table's step from `before` to `after` has changed. */
  show(before: TableSnapshot, after: TableSnapshot, entries: readonly LogEntry[]): void {
    this.step = { before, after, entries };
    const changes = handChanges(before, after);
    // A trade of one card for one leaves the hand as large as it was.
    const heaps = heapChanges(before, after);
    if (changes.size || heaps.size) {
      this.changes = changes;
      this.heaps = heaps;
      clearTimeout(this.#changesEnd);
      this.#changesEnd = setTimeout(() => {
        this.changes = NO_CHANGES;
        this.heaps = NO_HEAP_CHANGES;
      }, CHANGE_SHOWN_MS);
    }
  }

  /** Shows that awards have changed hands. */
  award(awards: readonly AwardNews[]): void {
    if (!awards.length) return;
    this.awards = awards;
    clearTimeout(this.#awardsEnd);
    this.#awardsEnd = setTimeout(() => (this.awards = []), AWARD_SHOWN_MS);
  }

  /** Forgets the timers. */
  stop(): void {
    clearTimeout(this.#changesEnd);
    clearTimeout(this.#awardsEnd);
  }
}
