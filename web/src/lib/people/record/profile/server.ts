/** What the server is asked about what people let others see. */

import type { Profile, ProfileChoice, Seat } from '../../../base/protocol';
import * as gameEndpoints from '../../../base/protocol/endpoints/games';
import { request } from '../../../base/transport';

/** What the reader lets others see. */
export function askChoice(): Promise<ProfileChoice> {
  return request(gameEndpoints.myProfile);
}

/** Lets others see this, and nothing else. */
export function choose(choice: ProfileChoice): Promise<unknown> {
  return request(gameEndpoints.chooseProfile, { body: choice });
}

/** What whoever sits at a table lets others see. */
export function askProfile(table: string, seat: Seat): Promise<Profile> {
  return request(gameEndpoints.profileOfSeat, { id: table, seat });
}
