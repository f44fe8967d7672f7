/** What the server is asked about finished games: this part of the page brings its own questions. */

import type { Edition, GamesPage, PlayerGroup, MyStatistics } from '../protocol';
import { request } from '../transport/server';

/** Which games are meant: null is all. */
export interface GamesOfKind {
  readonly edition: Edition | null;
  readonly players: number | null;
}

/** The reader's finished games of a kind, the latest first; `before` is `next` of the page before. */
export function askGames(kind: GamesOfKind, before: string | null): Promise<GamesPage> {
  return request('GET', `me/games${queryOf({ ...kind, before })}`);
}

/** What they add up to. */
export function askStatistics(kind: GamesOfKind): Promise<MyStatistics> {
  return request('GET', `me/statistics${queryOf({ ...kind })}`);
}

/** The people with whom the reader has finished several. */
export function askGroups(): Promise<PlayerGroup[]> {
  return request('GET', 'me/groups');
}

function queryOf(asked: Readonly<Record<string, string | number | null>>): string {
  const given = Object.entries(asked).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)]],
  );
  return given.length ? `?${new URLSearchParams(given).toString()}` : '';
}
