/** What the server is asked about what people let others see. */

import type { Profile, ProfileChoice, Seat } from '../../base/protocol';
import * as gameWays from '../../base/protocol/ways/games';
import { request } from '../../base/transport';

/** What the reader lets others see. */
export function askChoice(): Promise<ProfileChoice> {
  return request(gameWays.myProfile);
}

/** Lets others see this, and nothing else. */
export function choose(choice: ProfileChoice): Promise<unknown> {
  return request(gameWays.chooseProfile, { body: choice });
}

/** What whoever sits at a table lets others see. */
export function askProfile(table: string, seat: Seat): Promise<Profile> {
  return request(gameWays.profileOfSeat, { id: table, seat });
}
