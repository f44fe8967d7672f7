/** Whether a table begins with bots by itself, and how long others may take their seats. */

import { t } from '../../base/language/messages';
import type { TableOptions } from '../../base/protocol';
import { duration } from './duration';

/** Stands for a table that waits for people, among the seconds after which others begin. */
export const WAITS = -1;

/** The options of a table that begins with bots after so many seconds, or that waits. */
export function botsAfter(options: TableOptions, seconds: number): TableOptions {
  const { bots_after: before, ...rest } = options;
  if (seconds === WAITS) return rest;
  return { ...rest, bots_after: { seconds, level: before?.level ?? 'medium' } };
}

/** When bots take the open seats. */
export function botsWords(seconds: number): string {
  if (seconds === WAITS) return t('tableFields.botsNever');
  return seconds
    ? t('tableFields.botsAfter', { time: duration(seconds) })
    : t('tableFields.botsAtOnce');
}

/** In how many rounds others may take a bot's seat. */
export function takeoverWords(count: number): string {
  return count ? t('tableFields.takeoverRounds', { count }) : t('tableFields.takeoverNever');
}
