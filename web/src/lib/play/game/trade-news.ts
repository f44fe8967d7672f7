/** What the log tells of trades that have just ended. */

import type { LogEntry } from '../../base/protocol';
import { logLines, type LogLine } from './log-lines';
import { isYou, type TableSnapshot } from './snapshot';

/** The last trade among these entries that two others have closed; null where there is none. */
export function tradeOfOthers(
  snapshot: TableSnapshot,
  entries: readonly LogEntry[],
): LogLine | null {
  const entry = entries.findLast(({ events }) =>
    events.some(
      (event) =>
        event.type === 'traded' && !isYou(snapshot, event.seat) && !isYou(snapshot, event.with),
    ),
  );
  return entry ? (logLines(snapshot, [entry])[0] ?? null) : null;
}
