import { expect, it } from 'vitest';

import { routeOf, tablePath } from './router.svelte';

it('knows the pages by their addresses', () => {
  expect(routeOf('/')).toEqual({ page: 'home' });
  expect(routeOf('/new')).toEqual({ page: 'new' });
  expect(routeOf('/t/amber-otter-42')).toEqual({ page: 'table', id: 'amber-otter-42' });
  expect(routeOf('/t/')).toEqual({ page: 'unknown' });
  expect(routeOf('/elsewhere')).toEqual({ page: 'unknown' });
});

it('leads back to the table that an address was made for', () => {
  expect(routeOf(tablePath('a b/c'))).toEqual({ page: 'table', id: 'a b/c' });
});
