/** The coach beside a finished game: what it says to the seat that had to act at a step. */

import { properName, type TableSnapshot } from '../../play/game/snapshot';
import type { Advice, Replay, Seat } from '../../base/protocol';
import { snapshotAt, type Eyes } from '../../after/replay/snapshots';
import { recordOf } from '../../base/transport/record';
import { study } from '../../base/transport/study';

/** The seat that is advised: the one whose cards lie open, or else the one that has to act. */
export function advisedSeat({ view }: TableSnapshot, eyes: Eyes): Seat {
  if (eyes !== 'all') return eyes;
  const { to_act, active } = view;
  return to_act.type === 'seats' ? (to_act.seats[0] ?? active) : active;
}

/** Asks about the steps of a game. */
export class PastCoach {
  open = $state(false);
  failed = $state(false);

  #told = $state.raw<{ readonly key: string; readonly advice: Advice | null } | null>(null);
  #asked = '';
  #record: Promise<string> | null = null;

  /** `record` is what was opened; null for a table. */
  constructor(
    private readonly replay: Replay,
    private readonly record: string | null,
  ) {}

  /** The game after so many steps, as a seat saw it, and with its name. */
  seen(at: number, seat: Seat): { readonly snapshot: TableSnapshot; readonly name: string } {
    const scene = snapshotAt(this.replay, at, seat);
    const snapshot = { ...scene, table: { ...scene.table, you: seat } };
    return { snapshot, name: properName(scene, seat) };
  }

  /** The advice for a seat after so many steps; null while there is none. */
  advice(at: number, seat: Seat): Advice | null {
    return this.#told?.key === keyOf(at, seat) ? this.#told.advice : null;
  }

  /** Asks about a step. */
  async ask(at: number, seat: Seat): Promise<void> {
    const key = keyOf(at, seat);
    this.#asked = key;
    this.failed = false;
    try {
      this.#record ??=
        this.record === null ? recordOf(this.replay.table.id) : Promise.resolve(this.record);
      const record = await this.#record;
      // The reader may have gone on while it came.
      if (this.#asked !== key) return;
      const advice = await study({ type: 'advise', record, steps: at, seat });
      if (this.#asked === key) this.#told = { key, advice };
    } catch {
      this.#record = null;
      if (this.#asked === key) this.failed = true;
    }
  }
}

function keyOf(at: number, seat: Seat): string {
  return `${at} ${seat}`;
}
