import { expect, it } from 'vitest';

import { characters, lengthNote } from './name-length';

it('counts what a reader sees', () => {
  expect(characters('Ida')).toBe(3);
  expect(characters(' Ida ')).toBe(3);
  expect(characters('\u{1f469}\u{1f3fd}\u{200d}\u{1f33e}')).toBe(1);
  expect(characters('e\u0301')).toBe(1);
});

it('says how much room is left before it is all, and what is too long', () => {
  expect(lengthNote('x'.repeat(18))).toBeNull();
  expect(lengthNote('x'.repeat(24))).toBe('24 of 24 characters.');
  expect(lengthNote('x'.repeat(25))).toBe('Too long: 25 characters, of at most 24.');
});
