/** What the server is asked about finished games. */

import type { Edition, GamesPage, PlayerGroup, MyStatistics } from '../../base/protocol';
import * as gameEndpoints from '../../base/protocol/endpoints/games';
import { request } from '../../base/transport';

/** Which games are meant: null is all. */
export interface GamesOfKind {
  readonly edition: Edition | null;
  readonly players: number | null;
}

/** The reader's finished games of a kind, the latest first; `before` is `next` of the page before. */
export function askGames(kind: GamesOfKind, before: string | null): Promise<GamesPage> {
  return request(gameEndpoints.myGames, {
    query: { ...queryOf(kind), ...(before !== null && { before }) },
  });
}

/** What they add up to. */
export function askStatistics(kind: GamesOfKind): Promise<MyStatistics> {
  return request(gameEndpoints.myStatistics, { query: queryOf(kind) });
}

/** The people with whom the reader has finished several. */
export function askGroups(): Promise<PlayerGroup[]> {
  return request(gameEndpoints.myGroups);
}

function queryOf({ edition, players }: GamesOfKind) {
  return { ...(edition !== null && { edition }), ...(players !== null && { players }) };
}
