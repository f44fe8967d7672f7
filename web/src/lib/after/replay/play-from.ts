/** A new game that begins with the position of another one. */

import type { TableSnapshot } from '../../play/game/snapshot';
import type { BotLevel, Created, NewTable, Replay, Seat } from '../../base/protocol';
import { randomName } from '../../base/names';
import { settings } from '../../base/settings.svelte';
import { AT_ONCE } from '../../make/setup/table-options';
import { ask } from '../../base/transport';
import { recordOf } from '../../base/transport/record';

/** Which position, and who plays on from there. */
export interface From {
  readonly replay: Pick<Replay, 'table' | 'seats'>;
  /** The record of the game; null for one that is stored under its id. */
  readonly record: string | null;
  readonly steps: number;
  /** The seat of whoever plays; bots have the others. */
  readonly seat: Seat;
  readonly level: BotLevel;
}

/** The seat that somebody plays for who has named none: the one that is to act. */
export function usualSeat({ view: { to_act, active } }: TableSnapshot): Seat {
  return to_act.type === 'seats' ? (to_act.seats[0] ?? active) : active;
}

/** Creates a table that begins there. */
export async function playFrom({ replay, record, steps, seat, level }: From): Promise<Created> {
  const { edition, rules, id } = replay.table;
  const order: NewTable = {
    name: settings.name.trim() || randomName(),
    edition,
    rules,
    seats: replay.seats.map(({ color }, index) =>
      index === seat ? { type: 'human', color } : { type: 'bot', color, level },
    ),
    // The record has the board.
    board: { type: 'random' },
    options: AT_ONCE,
    from: { record: record ?? (await recordOf(id)), steps },
  };
  return ask({ type: 'create', order });
}
