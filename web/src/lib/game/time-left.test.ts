import { expect, it } from 'vitest';

import { clockText, leftAfter, warnsIn } from './time-left';

it('tells time as a clock does, and the last seconds by tenths', () => {
  expect([725_000, 3_723_000, 60_000, 9_870, 0].map(clockText)).toEqual([
    '12:05',
    '1:02:03',
    '1:00',
    '9.8',
    '0.0',
  ]);
});

it('runs down only where it runs, and never below nothing', () => {
  expect(leftAfter(30_000, true, 10_000)).toBe(20_000);
  expect(leftAfter(30_000, false, 10_000)).toBe(30_000);
  expect(leftAfter(3_000, true, 10_000)).toBe(0);
});

it('warns once, when twenty seconds are left', () => {
  expect(warnsIn(50_000, true)).toBe(30_000);
  expect(warnsIn(50_000, false)).toBeNull();
  expect(warnsIn(20_000, true)).toBeNull();
});
