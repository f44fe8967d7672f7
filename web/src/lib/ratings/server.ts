/** What the server is asked about ratings: this part of the page brings its own questions. */

import { offer } from '../offer';
import type { GameRating, MyRating, Reputation } from '../protocol';
import { request } from '../transport/server';

/** What is known of those who sit at a table, by seat; empty where the site does not tell. */
export async function askPlayers(table: string): Promise<readonly Reputation[]> {
  const { features } = await offer();
  if (!features.ratings && !features.moderation) return [];
  return request('GET', `tables/${encodeURIComponent(table)}/players`);
}

/** The reader's ratings, for tables of each size at which there are any. */
export function askRatings(): Promise<MyRating[]> {
  return request('GET', 'me/ratings');
}

/** How a finished game has changed the reader's rating. */
export function askChange(table: string): Promise<GameRating> {
  return request('GET', `me/ratings/${encodeURIComponent(table)}`);
}
