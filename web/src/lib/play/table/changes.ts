/** How many cards each hand has gained or lost. */

import { countOf, RESOURCES } from '../../base/cards';
import type { TableSnapshot } from '../game/snapshot';
import type { Resource } from '../../base/protocol';

/** No hand has changed. */
export const NO_CHANGES: ReadonlyMap<number, number> = new Map();
/** The viewer's hand is as it was. */
export const NO_HEAP_CHANGES: ReadonlyMap<Resource, number> = new Map();

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

/** By resource, what the viewer's own hand has gained or lost. */
export function heapChanges(
  before: TableSnapshot,
  after: TableSnapshot,
): ReadonlyMap<Resource, number> {
  const had = before.view.own?.hand;
  const has = after.view.own?.hand;
  if (!had || !has) return NO_HEAP_CHANGES;
  const changes = RESOURCES.map((each) => [each, countOf(has, each) - countOf(had, each)] as const);
  return new Map(changes.filter(([, change]) => change !== 0));
}
