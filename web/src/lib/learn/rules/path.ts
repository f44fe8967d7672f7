/** Which place of the rules an address leads to. */

import { pathIn } from '../../base/site';

/** What an address of the rules names, after `#` or as its last part; null where it names nothing. */
export function placeIn(place: Pick<Location, 'pathname' | 'search' | 'hash'>): string | null {
  const named = decodeURIComponent(place.hash.slice(1) || pathIn(place).split('/')[2] || '');
  return /^[a-z]{3}(-\d+)?$/i.test(named) ? named.toUpperCase() : named || null;
}
