/** What a bot has done for a player who was away. */

import type { Color, LogEntry, Seat } from '../../base/protocol';
import type { LogLine } from './log-lines';

/** The lines of what it did for a seat, up to its player's return; none once the player has acted again. */
export function meanwhile(
  log: readonly LogEntry[],
  lines: readonly LogLine[],
  seat: Seat,
  color: Color,
): readonly LogLine[] {
  const last = (type: 'away' | 'back', before: number) =>
    log.findLast(
      ({ seq, at_table }) => seq < before && at_table?.type === type && at_table.seat === seat,
    );
  const back = last('back', Infinity);
  const away = back && last('away', back.seq);
  if (!away) return [];
  const acts = ({ seq, events }: LogEntry) =>
    seq > back.seq && events.some((event) => 'seat' in event && event.seat === seat);
  if (log.some(acts)) return [];
  return lines.filter(
    (line) =>
      line.kind === 'line' &&
      line.color === color &&
      !line.undone &&
      line.seq > away.seq &&
      line.seq < back.seq,
  );
}
