/** The dice as they were last thrown. */

import type { Event, Seat } from '../../base/protocol';

/** A throw of the dice. */
export interface Roll {
  /** Unique within the table. */
  readonly seq: number;
  readonly seat: Seat;
  readonly dice: [number, number];
}

/**
 * The last throw of a turn, whoever made it; null before the first. Who begins is rolled for as well, and told in the
 * log: beside the board, it would look like a roll that brings something.
 */
export function lastRoll(
  log: readonly { readonly seq: number; readonly events: readonly Event[] }[],
): Roll | null {
  for (let index = log.length - 1; index >= 0; index--) {
    const entry = log[index];
    const thrown = entry?.events.findLast(
      (event) => event.type === 'rolled' || event.type === 'rolled_again',
    );
    if (entry && thrown) return { seq: entry.seq, seat: thrown.seat, dice: thrown.dice };
  }
  return null;
}
