/** Who has won, in words. */

import type { RankingRow } from '../../play/game/ranking';
import { listed } from '../../base/language/format';
import { t } from '../../base/language/messages';
import type { LogEntry } from '../../base/protocol';
import type { Earlier } from './earlier';

/** The title of the result. */
export function resultTitle(rows: readonly RankingRow[]): string {
  const winners = rows.filter((row) => row.winner);
  const [first, ...others] = winners;
  if (!first) return t('endSheet.noWinner');
  const who = winners.some((row) => row.you) ? 'you' : 'other';
  if (!others.length) return t('endSheet.oneWins', { who, name: first.name });
  return t('endSheet.sharedWin', { who, names: listed(winners.map(inList)) });
}

/** A winner among others. */
function inList({ you, name }: RankingRow, index: number): string {
  return you ? t('endSheet.youInList', { place: index ? 'inside' : 'first' }) : name;
}

/**
 * What the reader is told besides: how they have done, or why nobody has won. `earlier` are their other games, where
 * they are known.
 */
export function kindWords(
  rows: readonly RankingRow[],
  log: readonly LogEntry[],
  earlier: Earlier | null = null,
): string {
  const own = rows.find((row) => row.you);
  const winner = rows.find((row) => row.winner);
  const nobodyCouldWin = log.some(({ at_table }) => at_table?.type === 'nobody_can_win');
  if (nobodyCouldWin) return t('endSheet.nobodyCouldWin');
  if (!own || !winner) return '';
  if (own.winner) return winnersWords(earlier);
  const place = placeOf(rows, own);
  const missing = winner.points - own.points;
  if (missing > 0 && missing <= CLOSE) return t('endSheet.closeGame', { count: missing });
  // Whoever came last would hear mockery.
  return place === 2 ? t('endSheet.wellPlayed') : t('endSheet.place', { place });
}

/** Which place somebody has come to, from 1. */
export function placeOf(rows: readonly RankingRow[], own: RankingRow): number {
  if (own.winner) return 1;
  return 1 + rows.filter((row) => row.winner || row.points > own.points).length;
}

/** So few points are a close game. */
const CLOSE = 2;
/** So many wins are a row. */
const ROW = 3;

function winnersWords(earlier: Earlier | null): string {
  if (!earlier) return t('endSheet.congratulations');
  if (!earlier.includes(true)) return t('endSheet.firstWin');
  const lost = earlier.indexOf(false);
  if (lost === 0) return t('endSheet.wonAgain');
  const row = 1 + (lost < 0 ? earlier.length : lost);
  return row < ROW ? t('endSheet.congratulations') : t('endSheet.winsInARow', { count: row });
}
