/**
 * What is told of a table, in words and sounds: the lines of its log, what is said aloud, and news of
 * awards and trades. A table is drawn without it.
 */

import { announce } from '../game/announce';
import { awardNews } from '../game/awards';
import type { LogLine } from '../game/log-lines';
import type { TableSnapshot } from '../game/snapshot';
import { tradeOfOthers } from '../game/trade-news';
import type { LogEntry } from '../../base/protocol';
import { settings } from '../../base/settings.svelte';
import type { Announcer } from './announcer.svelte';
import { passesByItself } from './auto-pass';
import type { Highlights } from './highlights.svelte';
import { soundOf } from './sound-of';
import type { Sound } from './sound';

export { chatLine } from '../chat/phrases';
export { LogBook } from '../game/log-lines';
export { play } from './sound';

/** Something that has happened at a table. */
export interface Moment {
  /** The table before it; null where the page has just been opened. */
  readonly before: TableSnapshot | null;
  readonly snapshot: TableSnapshot;
  readonly entries: readonly LogEntry[];
  /** What the entries say in the log. */
  readonly lines: readonly LogLine[];
}

/** A table as far as it is told of. */
interface Told {
  readonly announcer: Announcer;
  readonly controller: { news: LogLine | null };
  readonly highlights: Highlights;
  sound: (sound: Sound) => void;
}

/** Tells of a moment. */
export function narrate(table: Told, { before, snapshot, entries, lines }: Moment): void {
  const { announcer, controller, highlights } = table;
  const level = settings.speech;
  const answersItself = passesByItself(snapshot, settings);
  announcer.announce(announce(before, snapshot, entries, { lines, answersItself, level }));
  if (!before) return;
  controller.news = tradeOfOthers(snapshot, entries) ?? controller.news;
  highlights.award(awardNews(entries, lines));
  const sound = soundOf(before, snapshot, entries);
  if (sound) table.sound(sound);
}
