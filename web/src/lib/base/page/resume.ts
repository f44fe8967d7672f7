/** The games that one can go on with, and what is said of each. */

import { listed } from '../language/format';
import { t } from '../language/messages';
import type { TableSummary } from '../protocol';

/** The tables that are not over: those that wait for the visitor first, then those that play. */
export function running(tables: readonly TableSummary[]): TableSummary[] {
  const weight = ({ your_turn, started }: TableSummary) => (your_turn ? 0 : started ? 1 : 2);
  return tables.filter(({ over }) => !over).sort((one, other) => weight(one) - weight(other));
}

/** Whose turn it is, or what the table waits for. */
export function stateOf(table: TableSummary): string {
  if (table.your_turn) return t('games.yourTurn');
  if (table.started) {
    const [first, ...others] = table.awaited;
    if (!first) return t('games.inProgress');
    return others.length
      ? t('games.waitingFor', { names: listed(table.awaited) })
      : t('games.turnOf', { name: first });
  }
  return table.open_seats ? t('games.waitingForPlayers') : t('games.notStarted');
}
