/** What kind of site this page belongs to. */

import { pathInQuery, staticAddress } from './static-address';

/** Whether there is no server at all: the page was built as a folder of files for any host. */
export const STATIC = import.meta.env.MODE === 'static';

/** The address of a page of this site. */
export function address(path: string): string {
  return STATIC ? staticAddress(path) : path;
}

/** The path of the page at an address of this site. */
export function pathIn({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  return STATIC ? pathInQuery(search) : pathname;
}
