/**
 * Addresses of a site that is a folder of files. Any host serves its one page, and only that, whatever
 * follows `?`: so `/rules?edition=modern` becomes `./?/rules&edition=modern`.
 */

export function staticAddress(path: string): string {
  return path === '/' ? './' : `./?${path.replace('?', '&')}`;
}

/** The path in such an address. */
export function pathInQuery(search: string): string {
  return search.slice(1).split('&')[0] || '/';
}
