import { describe, expect, it } from 'vitest';

import { dayAt, later, type Day } from './calendar';
import type { Kept } from './kept';
import { KINDS } from './kinds';
import { daysUpTo, nextUnanswered, tally } from './practice';

/** A Sunday, after four whole weeks. */
const TODAY = dayAt(27);
const answered = (rank: number) => ({ answer: 'buy', rank, of: 5, onTime: true });
const kept = (...ranks: [day: Day, rank: number][]): Kept =>
  Object.fromEntries(ranks.map(([day, rank]) => [day, answered(rank)]));

describe('how far somebody is', () => {
  it('counts what was asked, answered, and answered best, by kind', () => {
    const some = kept([dayAt(0), 1], [dayAt(1), 2], [dayAt(7), 3], [later(TODAY, 1), 1]);
    expect(tally(some, TODAY)).toMatchObject({ asked: 28, answered: 3, best: 1 });
    expect(tally(some, TODAY, 'first_settlement')).toMatchObject({
      asked: 4,
      answered: 2,
      best: 1,
    });
    expect(tally(some, TODAY, 'robber')).toMatchObject({ asked: 4, answered: 0, best: 0 });
  });

  it('is nothing before the first island', () => {
    expect(tally({}, dayAt(-3))).toEqual({ asked: 0, answered: 0, best: 0, strength: null });
    expect(daysUpTo(dayAt(-3))).toEqual([]);
  });
});

describe('the strength', () => {
  const strength = (...ranks: number[]) =>
    tally(kept(...ranks.map((rank, at): [Day, number] => [dayAt(at), rank])), TODAY).strength;

  it('waits for some answers', () => {
    expect(strength(1, 1)).toBeNull();
  });

  it('is the part that was found', () => {
    expect(strength(1, 1, 1)).toBe(1);
    expect(strength(2, 3, 5)).toBe(0);
  });

  it('counts what was answered last the most, whatever its day', () => {
    expect(strength(2, 2, 1, 1)).toBeGreaterThan(0.5);
    expect(strength(1, 1, 2, 2)).toBeLessThan(0.5);
    const late = kept([dayAt(9), 2], [dayAt(8), 2], [dayAt(1), 1], [dayAt(0), 1]);
    expect(tally(late, TODAY).strength).toBeGreaterThan(0.5);
  });
});

it('the next question without an answer is the latest, of one kind where one is named', () => {
  expect(nextUnanswered({}, TODAY)).toBe(TODAY);
  expect(nextUnanswered(kept([TODAY, 1]), TODAY)).toBe(later(TODAY, -1));
  const [first] = KINDS;
  expect(nextUnanswered(kept([dayAt(21), 1]), TODAY, first)).toBe(dayAt(14));
  const all = kept(...daysUpTo(TODAY).map((day): [Day, number] => [day, 1]));
  expect(nextUnanswered(all, TODAY)).toBeNull();
});
