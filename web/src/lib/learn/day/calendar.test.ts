import { afterEach, describe, expect, it, vi } from 'vitest';

import {
  dayAt,
  dayOf,
  FIRST_DAY,
  isDay,
  later,
  numberOf,
  untilNextDay,
  weekdayOf,
  weekOf,
} from './calendar';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** The end of a day in Kiribati is the middle of the day before it in Samoa. */
const TIME = Date.parse('2026-11-27T10:30:00Z');

describe('a day', () => {
  it('is the one of the calendar where the reader is', () => {
    const days = ['Pacific/Kiritimati', 'Europe/Berlin', 'Pacific/Pago_Pago'].map((zone) => {
      vi.stubEnv('TZ', zone);
      return dayOf(TIME);
    });
    expect(days).toEqual(['2026-11-28', '2026-11-27', '2026-11-26']);
  });

  it('follows the one before, also where clocks are put forward or back', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    for (let number = 0; number < 800; number += 1) {
      const day = dayAt(number);
      expect(isDay(day)).toBe(true);
      expect(numberOf(day)).toBe(number);
      expect(later(day, 1)).toBe(dayAt(number + 1));
      const noon = new Date(`${day}T12:00:00`).getTime();
      expect(dayOf(noon)).toBe(day);
      expect(dayOf(noon + untilNextDay(noon))).toBe(dayAt(number + 1));
      expect(dayOf(noon + untilNextDay(noon) - 1)).toBe(day);
    }
  });

  it('is one that the calendar has', () => {
    for (const not of ['2026-02-29', '2026-13-01', '2026-1-1', 'today', '']) {
      expect(isDay(not), not).toBe(false);
    }
    expect(isDay('2028-02-29')).toBe(true);
  });
});

it('weeks begin on Monday, as the first day does', () => {
  expect(weekdayOf(FIRST_DAY)).toBe(0);
  const friday = '2026-11-27';
  expect(new Date(`${friday}T00:00:00Z`).getUTCDay()).toBe(5);
  expect(weekdayOf(friday)).toBe(4);
  expect(weekOf(friday)[0]).toBe('2026-11-23');
  expect(weekOf(friday)[6]).toBe('2026-11-29');
});
