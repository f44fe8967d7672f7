import { beforeEach, describe, expect, it } from 'vitest';

import { stubStorage } from '../../base/local/test-storage';
import { dayAt, later } from './calendar';
import { dueDays, isDue, keepDay } from './keep';
import { readDays } from './kept';

const TODAY = '2026-11-27';
const given = (rank: number, cost = 0) => ({ answer: 'robber c3', rank, of: 5, cost });

let stored: Map<string, string>;

beforeEach(() => {
  stored = stubStorage();
});

describe('an answer', () => {
  it('is kept with what it cost, and the first one to a question counts', () => {
    keepDay(TODAY, given(2, 3), TODAY);
    keepDay(TODAY, given(1), later(TODAY, 1));
    expect(readDays()[TODAY]).toMatchObject({ rank: 2, cost: 3, onTime: true });
  });

  it('is late on any other day', () => {
    expect(keepDay(TODAY, given(1), later(TODAY, 1))[TODAY]?.onTime).toBe(false);
  });

  it('is forgotten after a thousand others, so that they never fill the storage', () => {
    const days = Array.from({ length: 1000 }, (_, number) => dayAt(number));
    const kept = days.map((day) => [day, { ...given(1), onTime: true }]);
    stored.set('brickwood.days', JSON.stringify(Object.fromEntries(kept)));
    keepDay(dayAt(1000), given(1), dayAt(1000));
    expect(Object.keys(readDays())).toEqual([...days.slice(1), dayAt(1000)]);
  });
});

describe('a question', () => {
  /** Answers it whenever it is due, and tells after how many days that was. */
  function dueAfter(ranks: readonly number[]): number[] {
    keepDay(TODAY, given(2), TODAY);
    let day = TODAY;
    const days: number[] = [];
    for (let number = 1, at = 0; number <= 90 && at < ranks.length; number += 1) {
      const now = later(TODAY, number);
      if (!isDue(readDays()[TODAY], now)) continue;
      days.push(number - (days.length ? Number(day) : 0));
      day = String(number);
      keepDay(TODAY, given(ranks[at] ?? 1), now);
      at += 1;
    }
    return days;
  }

  it('that was missed comes again after 1, 3, 7 and 21 days, and is known then', () => {
    expect(dueAfter([1, 1, 1, 1, 1])).toEqual([1, 3, 7, 21]);
    expect(readDays()[TODAY]?.again).toBeUndefined();
  });

  it('that is missed once more begins anew', () => {
    expect(dueAfter([1, 1, 3, 1, 1])).toEqual([1, 3, 7, 1, 3]);
  });

  it('that was found does not come again', () => {
    expect(keepDay(TODAY, given(1), TODAY)[TODAY]?.again).toBeUndefined();
  });

  it('that is not due yet is as it was', () => {
    const kept = keepDay(TODAY, given(2), TODAY);
    expect(keepDay(TODAY, given(1), TODAY)).toEqual(kept);
  });

  it('that waits longest comes first', () => {
    keepDay(later(TODAY, -3), given(2), TODAY);
    keepDay(TODAY, given(2), later(TODAY, -1));
    keepDay(later(TODAY, -5), given(1), TODAY);
    const kept = readDays();
    expect(dueDays(kept, TODAY)).toEqual([TODAY]);
    expect(dueDays(kept, later(TODAY, 1))).toEqual([TODAY, later(TODAY, -3)]);
  });
});
