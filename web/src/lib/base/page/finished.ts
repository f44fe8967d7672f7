/** What lists say of a game that is over. */

import { listed } from '../language/format';
import { t } from '../language/messages';
import type { TableSummary } from '../protocol';

/** Who has won. */
export function resultText({ winners }: TableSummary): string {
  if (!winners.length) return t('games.noWinner');
  return t('games.won', { count: winners.length, names: listed(winners) });
}
