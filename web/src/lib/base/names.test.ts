import { expect, it } from 'vitest';

import { characters } from './page/name-length';
import { LONGEST_NAME } from './protocol/constants';
import { randomName } from './names';

it('invents names of a quality and an animal', () => {
  expect(randomName(() => 0)).toBe('Amber Otter');
  expect(randomName(() => 0.999)).toBe('Sunny Hare');
  expect(characters(randomName())).toBeLessThanOrEqual(LONGEST_NAME);
});
