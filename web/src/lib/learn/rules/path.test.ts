import { expect, it } from 'vitest';

import { rulesPath } from '../../base/router.svelte';
import { placeIn } from './path';

it('leads to a place in the rules', () => {
  expect(rulesPath()).toBe('/rules');
  expect(rulesPath('BLD-09')).toBe('/rules#BLD-09');
  expect(rulesPath('BLD-09', 'five-six')).toBe('/rules?edition=five-six#BLD-09');
  expect(rulesPath('guide', null, 6)).toBe('/rules?players=6#guide');
  expect(rulesPath('guide', 'siedler', 5)).toBe('/rules?edition=siedler&players=5#guide');
});

it('reads a place in the rules from either form of its address', () => {
  const read = (address: string) => placeIn(new URL(address, 'http://localhost'));
  expect(read('/rules')).toBeNull();
  expect(read('/rules/')).toBeNull();
  expect(read('/rules/BLD-09')).toBe('BLD-09');
  expect(read('/rules?edition=modern#BLD-09')).toBe('BLD-09');
  expect(read('/rules/bld-09')).toBe('BLD-09');
  expect(read('/rules#city_cost')).toBe('city_cost');
  for (const place of ['BLD-09', 'BLD', 'city_cost']) expect(read(rulesPath(place))).toBe(place);
});
