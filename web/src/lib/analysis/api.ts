/** Asks for what can be said of a game: the server, or the module in this browser. */

import { askOr, request } from '../api';
import { isLocal } from '../local/id';
import type { GameStatistics } from '../protocol';

const module = () => import('../local/client');

/** What was counted in a finished game. */
export async function statisticsOf(id: string): Promise<GameStatistics> {
  if (isLocal(id)) return (await module()).ask({ type: 'statistics', table: id });
  return request<GameStatistics>('GET', `/api/tables/${encodeURIComponent(id)}/statistics`);
}

/** What was counted in the game of a record, as far as it was played. */
export function statisticsOfRecord(record: string): Promise<GameStatistics> {
  return askOr(
    () => request<GameStatistics>('POST', '/api/statistics', record),
    async () => (await module()).ask({ type: 'statistics_of_record', record }),
  );
}
