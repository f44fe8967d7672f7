import { expect, it } from 'vitest';

import { timeLeft } from './time-left';

it('counts down in minutes and seconds, to nothing', () => {
  expect([300_000, 65_000, 64_001, 900, 0, -5].map(timeLeft)).toEqual([
    '5:00',
    '1:05',
    '1:05',
    '0:01',
    '0:00',
    '0:00',
  ]);
});
