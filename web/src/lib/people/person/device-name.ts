/** What to call a device until somebody names it: its browser and its system, as far as they tell. */

import known from './device-names.json';

/** More characters no name may have. */
const MOST = 24;

/** The name of a device with this user agent; empty where it says nothing. */
export function deviceName(agent: string): string {
  const first = (names: string[][]) =>
    names.find(([pattern = '']) => new RegExp(pattern).test(agent))?.[1];
  const parts = [first(known.browsers), first(known.systems)].filter(Boolean);
  return parts.join(' · ').slice(0, MOST);
}
