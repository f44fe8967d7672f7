import { expect, it } from 'vitest';

import { routeOf, tablePath } from '../router.svelte';
import { isLocal, newLocalId } from './id';

it('tells tables of this browser from those of a server', () => {
  let next = 0;
  const random = (count: number) => Uint8Array.from({ length: count }, () => (next += 37) % 256);
  const id = newLocalId(random);
  expect(id).toMatch(/^~[2-9a-z]{10}$/);
  expect(isLocal(id)).toBe(true);
  expect(isLocal('amber-otter-42-k7q2m')).toBe(false);
  expect(routeOf(tablePath(id))).toEqual({ page: 'table', id });
});
