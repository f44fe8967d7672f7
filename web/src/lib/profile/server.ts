/** What the server is asked about what people let others see: this part of the page brings its own questions. */

import type { Profile, ProfileChoice, Seat } from '../protocol';
import { request } from '../transport/server';

/** What the reader lets others see. */
export function askChoice(): Promise<ProfileChoice> {
  return request('GET', 'me/profile');
}

/** Lets others see this, and nothing else. */
export function choose(choice: ProfileChoice): Promise<unknown> {
  return request('PUT', 'me/profile', choice);
}

/** What whoever sits at a table lets others see. */
export function askProfile(table: string, seat: Seat): Promise<Profile> {
  return request('GET', `tables/${encodeURIComponent(table)}/seats/${seat}/profile`);
}
