/** What somebody chooses who looks for players. It is kept in the browser's own storage. */

import type { ClockRule, EditionInfo, NewTable, TableOptions } from '../../base/protocol';
import { LIMITS } from '../../base/protocol/limits';
import { firstSetup, orderOf, withCount } from '../../make/setup/orders';
import { within } from '../../make/setup/stored-options';
import { AT_ONCE, USUAL_CLOCKS, withRated } from '../../make/setup/table-options';

const KEY = 'brickwood.find';

/** In how many rounds others may take a bot's seat. */
export const TAKEOVER_ROUNDS = 3;

/** After how many seconds a table can begin with bots. */
export const BEGINNINGS = [0, 60, 300] as const;

/** The paces that are offered: no limit, quick, and slower. */
export const PACES: readonly ClockRule[] = USUAL_CLOCKS.slice(0, 5);

/** A table that one opens to find players. */
export interface Wanted {
  readonly players: number;
  /** Which of the paces. */
  readonly pace: number;
  /** After how many seconds it begins with bots. */
  readonly seconds: number;
  /** Whether the game is rated: chosen anew each time. Such a game begins without bots. */
  readonly rated: boolean;
}

const USUAL: Wanted = { players: 4, pace: 0, seconds: 60, rated: false };

/** What was chosen last. */
export function readWanted(): Wanted {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Wanted> | null;
    return {
      players: within(kept?.players, LIMITS.players) ?? USUAL.players,
      pace: within(kept?.pace, { least: 0, most: PACES.length - 1 }) ?? USUAL.pace,
      seconds: within(kept?.seconds, LIMITS.bots_after_seconds) ?? USUAL.seconds,
      rated: USUAL.rated,
    };
  } catch {
    // Storage may be forbidden or spoilt.
    return USUAL;
  }
}

/** Keeps what is chosen. */
export function keepWanted(wanted: Wanted): void {
  try {
    const { players, pace, seconds } = wanted;
    localStorage.setItem(KEY, JSON.stringify({ players, pace, seconds }));
  } catch {
    // It lasts as long as the page.
  }
}

/** The order of such a table: listed, it begins by itself, and others may take bots' seats for a while. */
export function wantedOrder(
  name: string,
  wanted: Wanted,
  editions: readonly EditionInfo[],
): NewTable {
  const setup = firstSetup(editions, 'medium');
  const seats = withCount(setup.seats, wanted.players);
  const options: TableOptions = {
    ...AT_ONCE,
    public: true,
    clock: PACES[wanted.pace] ?? AT_ONCE.clock,
    bots_after: { seconds: wanted.seconds, level: 'medium' },
    takeover_rounds: TAKEOVER_ROUNDS,
  };
  return orderOf(name, {
    ...setup,
    seats: seats.map((seat) => ({ ...seat, who: 'human' as const })),
    options: wanted.rated ? withRated(options, true) : options,
  });
}
