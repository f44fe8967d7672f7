import { expect, it } from 'vitest';

import { isSetup } from './last-setup';
import { soloSeats } from './orders';

const SETUP = {
  seats: soloSeats('hard'),
  points: 10,
  handLimit: 7,
  board: 'random',
  seed: '',
};

it('knows a set-up from what is none', () => {
  expect(isSetup(SETUP)).toBe(true);
  expect(isSetup(null)).toBe(false);
  expect(isSetup({})).toBe(false);
  expect(isSetup({ ...SETUP, seats: [] })).toBe(false);
  expect(isSetup({ ...SETUP, seats: [{ who: 'robot', color: 'coral' }] })).toBe(false);
  expect(isSetup({ ...SETUP, points: '10' })).toBe(false);
  expect(isSetup({ ...SETUP, board: 'flat' })).toBe(false);
});
