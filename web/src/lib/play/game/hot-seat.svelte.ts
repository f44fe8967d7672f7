/** Several people at one device: whose cards lie open on it, and whom it is handed to next. */

import type { Seat } from '../../base/protocol';
import { openTrade, type TableSnapshot } from './snapshot';
import type { GameStore } from './store.svelte';

/** The seats of this device that are to decide something, in turn order. */
export function askedHere(snapshot: TableSnapshot): Seat[] {
  const { to_act, active, phase } = snapshot.view;
  if (!snapshot.started || snapshot.paused || to_act.type !== 'seats' || phase.type === 'over')
    return [];
  const here = (seat: Seat) => snapshot.table.yours.includes(seat);
  const trade = openTrade(snapshot);
  if (trade) {
    // Who is asked answers first; then whoever has offered decides.
    const asked = to_act.seats.filter((seat) => trade.answers[seat]?.type === 'pending');
    return [...asked.filter(here), ...[active].filter(here)];
  }
  return to_act.seats.filter(here);
}

/** Who should hold the device; null where nobody shares it, or nothing is hidden any more. */
export function holderOf(snapshot: TableSnapshot, holder: Seat | null): Seat | null {
  const { yours, you } = snapshot.table;
  if (yours.length < 2 || !snapshot.started || snapshot.view.phase.type === 'over') return null;
  const asked = askedHere(snapshot);
  if (holder !== null && yours.includes(holder)) {
    // Decisions that several have to make at once are made one after the other.
    const trade = openTrade(snapshot);
    const done = trade !== null && holder === snapshot.view.active && asked[0] !== holder;
    return asked.length && (done || !asked.includes(holder)) ? (asked[0] ?? holder) : holder;
  }
  return asked[0] ?? you;
}

/** The device of several people. */
export class HotSeat {
  /** Who has said that they hold the device. */
  #holder = $state<Seat | null>(null);
  /** Somebody who wants it without being asked for anything. */
  #wanted = $state<Seat | null>(null);

  /** To whom the device has to be handed before anything hidden is shown; null where to nobody. */
  readonly next: Seat | null = $derived.by(() => {
    const { snapshot } = this.store;
    if (!snapshot) return null;
    const holder = holderOf(snapshot, this.#wanted ?? this.#holder);
    if (holder === null) return null;
    return holder === this.#holder && holder === snapshot.table.you ? null : holder;
  });
  /** Whether whoever is to have the device has it, and the table is on its way to them. */
  readonly turning: boolean = $derived(this.next !== null && this.next === this.#holder);

  constructor(private readonly store: GameStore) {}

  /** The one to whom the device was handed says so. */
  take(seat: Seat): void {
    this.#holder = seat;
    this.#wanted = null;
    this.store.viewAs(seat);
  }

  /** Hands the device to somebody. */
  hand(seat: Seat): void {
    this.#wanted = seat;
  }
}
