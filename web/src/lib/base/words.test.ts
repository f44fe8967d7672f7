import { expect, it } from 'vitest';

import { cardsText, harborText } from './words';

it('names cards and harbors', () => {
  expect(cardsText([0, 0, 2, 0, 1])).toBe('2 wool and 1 ore');
  expect(cardsText([0, 0, 0, 0, 0])).toBe('nothing');
  expect(harborText({ type: 'generic' })).toBe('3-to-1 harbor');
  expect(harborText({ type: 'special', resource: 'ore' })).toBe('2-to-1 ore harbor');
});
