/** How many cards each hand has gained or lost. */

import type { TableSnapshot } from '../game/snapshot';

/** No hand has changed. */
export const NO_CHANGES: ReadonlyMap<number, number> = new Map();

/** By seat; seats whose hands are as large as before are not in it. */
export function handChanges(
  before: TableSnapshot,
  after: TableSnapshot,
): ReadonlyMap<number, number> {
  const changes = new Map<number, number>();
  for (const [seat, view] of after.view.seats.entries()) {
    const change = view.hand - (before.view.seats[seat]?.hand ?? view.hand);
    if (change !== 0) changes.set(seat, change);
  }
  return changes;
}
