import { describe, expect, it } from 'vitest';

import { stubStorage } from '../../base/local/test-storage';
import { later } from './calendar';
import { readDays, streak, type Kept } from './kept';

const TODAY = '2026-11-27';
const answered = (onTime = true) => ({ answer: 'robber c3', rank: 2, of: 5, onTime });
const kept = (...days: [by: number, onTime?: boolean][]): Kept =>
  Object.fromEntries(days.map(([by, onTime]) => [later(TODAY, by), answered(onTime)]));

describe('a streak', () => {
  it('counts the days in a row up to today', () => {
    expect(streak(kept([0], [-1], [-2]), TODAY)).toBe(3);
  });

  it('stands while today can still be answered', () => {
    expect(streak(kept([-1], [-2]), TODAY)).toBe(2);
  });

  it('ends with a day that was missed', () => {
    expect(streak(kept([0], [-2], [-3]), TODAY)).toBe(1);
    expect(streak(kept([-2], [-3]), TODAY)).toBe(0);
  });

  it('is not mended later', () => {
    expect(streak(kept([0], [-1, false], [-2]), TODAY)).toBe(1);
  });
});

it('nothing is answered where the storage is spoilt', () => {
  const stored = stubStorage();
  for (const spoilt of ['', '7', 'null', '{']) {
    stored.set('brickwood.days', spoilt);
    expect(readDays()).toEqual({});
  }
});
