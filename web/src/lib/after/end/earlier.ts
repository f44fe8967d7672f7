/** What the reader's other finished games came to, as far as the lists of games tell. */

import type { TableSummary } from '../../base/protocol';
import { loadLocal, server } from '../../base/transport';
import { STATIC } from '../../base/site';

/** Whether each was won, the latest first. */
export type Earlier = readonly boolean[];

/** The reader's finished games besides this one; null where they are not known. */
export async function earlierGames(table: string, name: string): Promise<Earlier | null> {
  try {
    const [there, here] = await Promise.all([
      STATIC ? [] : server.ask({ type: 'tables' }),
      loadLocal().then((own) => own.local.ask({ type: 'tables' })),
    ]);
    return winsOf([...there, ...here], table, name);
  } catch {
    return null;
  }
}

/** The same, from the lists. A game under another name tells nothing about its winner. */
export function winsOf(
  tables: readonly TableSummary[],
  table: string,
  name: string,
): Earlier | null {
  const games = tables.filter(({ id, over }) => over && id !== table);
  if (games.some(({ players }) => !players.includes(name))) return null;
  return games
    .toSorted((one, other) => other.created_ms - one.created_ms)
    .map(({ winners }) => winners.includes(name));
}
