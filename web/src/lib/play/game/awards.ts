/** Awards that change hands: told where everybody looks. */

import type { Color, LogEntry } from '../../base/protocol';
import { lineText, type LogLine } from './log-lines';

/** An award that somebody has just won or lost. */
export interface AwardNews {
  /** Unique within the table. */
  readonly id: string;
  readonly award: 'longest_road' | 'largest_army';
  readonly text: string;
  /** Whose it is now, or was. */
  readonly color: Color | null;
}

/** What these entries, which have these lines in the log, say of the awards. */
export function awardNews(
  entries: readonly LogEntry[],
  lines: readonly LogLine[],
): readonly AwardNews[] {
  return entries.flatMap(({ seq, events }) =>
    events.flatMap((event, index) => {
      if (event.type !== 'longest_road' && event.type !== 'largest_army') return [];
      const line = lines.find(({ id }) => id === `${seq}.${index}`);
      if (!line) return [];
      return [{ id: line.id, award: event.type, text: lineText(line.parts), color: line.color }];
    }),
  );
}
