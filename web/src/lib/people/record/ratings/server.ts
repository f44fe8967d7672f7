/** What the server is asked about ratings. */

import { offer } from '../../../base/offer';
import type { GameRating, MyRating, RatingList, Reputation } from '../../../base/protocol';
import * as gameEndpoints from '../../../base/protocol/endpoints/games';
import * as tableEndpoints from '../../../base/protocol/endpoints/tables';
import { request } from '../../../base/transport';

/** What is known of those who sit at a table, by seat; empty where the site does not tell. */
export async function askPlayers(table: string): Promise<readonly Reputation[]> {
  const { features } = await offer();
  if (!features.ratings && !features.moderation) return [];
  return request(tableEndpoints.tablePlayers, { id: table });
}

/** The reader's ratings, for tables of each size at which there are any. */
export function askRatings(): Promise<MyRating[]> {
  return request(gameEndpoints.myRatings);
}

/** How a finished game has changed the reader's rating. */
export function askChange(table: string): Promise<GameRating> {
  return request(gameEndpoints.ratingChange, { id: table });
}

/** A page of the site's list of ratings at tables of so many players; `after` is `next` of the page before. */
export function askList(players: number, after: number): Promise<RatingList> {
  return request(gameEndpoints.ratingList, { query: { players, after } });
}

/** Whether the reader wants to be in it. */
export async function askListed(): Promise<boolean> {
  return (await request(gameEndpoints.myListing)).listed;
}

/** The reader wants to be in it from now on, or does not any more. */
export function chooseListed(listed: boolean): Promise<unknown> {
  return request(gameEndpoints.chooseListing, { body: { listed } });
}
