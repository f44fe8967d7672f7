import { expect, it } from 'vitest';

import { cardsText, counted, harborText, levelName, listed } from './words';

it('lists with commas and one conjunction', () => {
  expect(listed([])).toBe('');
  expect(listed(['a'])).toBe('a');
  expect(listed(['a', 'b', 'c'])).toBe('a, b and c');
  expect(listed(['a', 'b'], 'or')).toBe('a or b');
});

it('names cards and counts', () => {
  expect(cardsText([0, 0, 2, 0, 1])).toBe('2 wool and 1 ore');
  expect(cardsText([0, 0, 0, 0, 0])).toBe('nothing');
  expect(counted(1, 'city', 'cities')).toBe('1 city');
  expect(counted(3, 'city', 'cities')).toBe('3 cities');
  expect(harborText({ type: 'generic' })).toBe('harbor 3 to 1');
  expect(harborText({ type: 'special', resource: 'ore' })).toBe('ore harbor 2 to 1');
});

it('names a bot by its level, or by its program', () => {
  expect(levelName('hard')).toBe('Hard');
  expect(levelName('outside:deep-sheep')).toBe('deep-sheep');
});
