/** Why a game waits. */

import type { LogEntry, Seat } from '../../base/protocol';
import type { TableSnapshot } from './snapshot';

/** Why a game waits. */
export interface Pause {
  /** The seat of the host who wants it; null where there is none. */
  readonly by: Seat | null;
  /** Whether it waits for somebody who is away. */
  readonly forAbsent: boolean;
  /** The line of the log that says so. */
  readonly seq: number;
}

/** The seats of people who are not there, and for whom nobody plays. */
export function absentSeats(snapshot: TableSnapshot): Seat[] {
  return snapshot.seats.flatMap(({ kind, name, present, away }, seat) =>
    kind.type !== 'bot' && name !== null && !present && !away ? [seat] : [],
  );
}

/** Why the game waits, by the last word on it in the log; null where nothing says so. */
export function lastPause(log: readonly LogEntry[]): Pause | null {
  const entry = log.findLast(({ at_table }) => at_table?.type === 'paused');
  if (entry?.at_table?.type !== 'paused') return null;
  const { by, for_absent } = entry.at_table;
  return { by, forAbsent: for_absent, seq: entry.seq };
}
