/** What somebody is said to have done. */

import { t } from '../../base/language/messages';
import type { Misconduct } from '../../base/protocol';

/** In the order in which they are offered. */
export const REASONS = [
  'insults',
  'spoiling',
  'cheating',
  'name',
  'advertising',
  'other',
] as const satisfies readonly Misconduct[];

/** A reason in words, standing alone. */
export function reasonText(reason: Misconduct): string {
  return t('moderation.reason', { reason });
}
