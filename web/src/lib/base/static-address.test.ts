import { expect, it } from 'vitest';

import { pathInQuery, staticAddress } from './static-address';

it('puts the path into the query, and finds it there', () => {
  for (const [path, address] of [
    ['/', './'],
    ['/new', './?/new'],
    ['/new?device', './?/new&device'],
    ['/new?board=B6~a1nw:3', './?/new&board=B6~a1nw:3'],
    ['/editor#B6~a1nw:3', './?/editor#B6~a1nw:3'],
    ['/t/~k7q2mx', './?/t/~k7q2mx'],
    ['/rules?edition=modern#BLD-09', './?/rules&edition=modern#BLD-09'],
  ] as const) {
    expect(staticAddress(path)).toBe(address);
    const { search } = new URL(address, 'https://example.org/games/');
    expect(pathInQuery(search)).toBe(path.replace(/[?#].*/, ''));
    const query = /\?([^#]*)/.exec(path)?.[1];
    if (query) expect(new URLSearchParams(search).has(query.split('=')[0] ?? '')).toBe(true);
  }
});
