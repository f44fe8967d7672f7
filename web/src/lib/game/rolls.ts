/** The dice as they were last thrown. */

import type { Event, Seat } from '../protocol';

/** A throw of the dice. */
export interface Roll {
  /** Unique within the table. */
  readonly seq: number;
  readonly seat: Seat;
  readonly dice: [number, number];
}

/** The last throw, whoever made it; null before the first. */
export function lastRoll(
  log: readonly { readonly seq: number; readonly events: readonly Event[] }[],
): Roll | null {
  for (let index = log.length - 1; index >= 0; index--) {
    const entry = log[index];
    const thrown = entry?.events.findLast(
      (event) =>
        event.type === 'rolled' ||
        event.type === 'rolled_again' ||
        event.type === 'first_player_rolled',
    );
    if (entry && thrown) return { seq: entry.seq, seat: thrown.seat, dice: thrown.dice };
  }
  return null;
}
