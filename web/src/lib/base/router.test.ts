import { expect, it } from 'vitest';

import { replayPath, reviewPath, routeOf, tablePath, verifyPath } from './router.svelte';

it('knows the pages by their addresses', () => {
  expect(routeOf('/')).toEqual({ page: 'home' });
  expect(routeOf('/new')).toEqual({ page: 'new' });
  expect(routeOf('/t/amber-otter-42')).toEqual({ page: 'table', id: 'amber-otter-42' });
  expect(routeOf('/learn')).toEqual({ page: 'learn', scene: null });
  expect(routeOf('/learn/4')).toEqual({ page: 'learn', scene: 4 });
  expect(routeOf('/learn/11')).toEqual({ page: 'learn', scene: 11 });
  expect(routeOf('/rules')).toEqual({ page: 'rules' });
  expect(routeOf('/rules/')).toEqual({ page: 'rules' });
  expect(routeOf('/rules/BLD-09')).toEqual({ page: 'rules' });
  expect(routeOf('/rules/a/b')).toEqual({ page: 'unknown' });
  expect(routeOf('/learn/0')).toEqual({ page: 'unknown' });
  expect(routeOf('/learn/100')).toEqual({ page: 'unknown' });
  expect(routeOf('/editor')).toEqual({ page: 'editor' });
  expect(routeOf('/settings')).toEqual({ page: 'settings' });
  expect(routeOf('/me')).toEqual({ page: 'me' });
  // As the page is called in its heading.
  expect(routeOf('/you')).toEqual({ page: 'me' });
  expect(routeOf('/you/me')).toEqual({ page: 'unknown' });
  expect(routeOf('/take-along')).toEqual({ page: 'take-along' });
  expect(routeOf('/take-along/me')).toEqual({ page: 'unknown' });
  expect(routeOf('/editor/a')).toEqual({ page: 'unknown' });
  expect(routeOf('/replay')).toEqual({ page: 'replay', id: null });
  expect(routeOf(replayPath('a b'))).toEqual({ page: 'replay', id: 'a b' });
  expect(routeOf(reviewPath('a b'))).toEqual({ page: 'review', id: 'a b' });
  expect(routeOf('/review')).toEqual({ page: 'unknown' });
  expect(routeOf('/t/')).toEqual({ page: 'unknown' });
  expect(routeOf('/elsewhere')).toEqual({ page: 'unknown' });
});

it('knows no page at a link that breaks off in the middle of a sign', () => {
  for (const path of ['/t/%', '/replay/%', '/verify/%E0%A4%A', '/rules/%x', '/learn/%1'])
    expect(routeOf(path), path).toEqual({ page: 'unknown' });
});

it('leads back to the table that an address was made for', () => {
  expect(routeOf(tablePath('a b/c'))).toEqual({ page: 'table', id: 'a b/c' });
});

it('finds the page that checks dice, of a table and of a record', () => {
  expect(routeOf('/verify')).toEqual({ page: 'verify', id: null });
  expect(routeOf(verifyPath('amber otter'))).toEqual({ page: 'verify', id: 'amber otter' });
});
