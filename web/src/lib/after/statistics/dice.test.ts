import { describe, expect, it } from 'vitest';

import type { Event } from '../../base/protocol';
import { band, countThrows, diceStatistics, ENOUGH_THROWS, SUMS, waysOf } from './dice';
import { bandText, placeText, unusualText, verdictText } from './words';

/** Numbers that look random and are the same in every run. */
function* random(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    yield ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }
}

function game(throws: number, source: Generator<number, never>): number[] {
  const die = () => Math.floor(6 * source.next().value);
  const counts = SUMS.map(() => 0);
  for (let at = 0; at < throws; at += 1) {
    const sum = die() + die();
    counts[sum] = (counts[sum] ?? 0) + 1;
  }
  return counts;
}

const rolled = (first: number, second: number): Event => ({
  type: 'rolled',
  seat: 0,
  dice: [first, second],
  gains: [],
  short: [],
  blocked: null,
});

describe('countThrows', () => {
  it('counts the throws of turns, a seven that is rolled again among them', () => {
    const events: Event[] = [
      { type: 'first_player_rolled', seat: 0, dice: [6, 6] },
      rolled(1, 1),
      { type: 'rolled_again', seat: 0, dice: [3, 4] },
      rolled(6, 6),
      rolled(6, 6),
      { type: 'time_up' },
    ];
    expect(countThrows(events)).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2]);
    expect(countThrows([])).toEqual(SUMS.map(() => 0));
  });
});

describe('the ways of a sum', () => {
  it('are those of two dice', () => {
    expect(SUMS.map(waysOf)).toEqual([1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]);
  });
});

describe('the band', () => {
  /** The chance of a count, worked out by throwing in every way. */
  function chances(throws: number, ways: number): number[] {
    let of = [1];
    for (let at = 0; at < throws; at += 1) {
      of = Array.from({ length: of.length + 1 }, (_, count) => {
        const [without, once] = [of[count] ?? 0, of[count - 1] ?? 0];
        return (without * (36 - ways) + once * ways) / 36;
      });
    }
    return of;
  }

  const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);

  it('leaves at most one game in forty at each end, and could not be narrower', () => {
    for (const throws of [0, 1, 7, 36, 72, 300]) {
      for (let ways = 1; ways <= 6; ways += 1) {
        const of = chances(throws, ways);
        const [low, high] = band(throws, ways, 'dice');
        expect(sum(of.slice(0, low))).toBeLessThanOrEqual(0.025);
        expect(sum(of.slice(high + 1))).toBeLessThanOrEqual(0.025 + 1e-12);
        expect(sum(of.slice(0, low + 1))).toBeGreaterThan(0.025);
        if (high > 0) expect(sum(of.slice(high))).toBeGreaterThan(0.025);
      }
    }
  });

  it('is known for 100 sevens to be expected', () => {
    // 600 throws, one in six; worked out with fractions elsewhere.
    expect(band(600, 6, 'dice')).toEqual([82, 118]);
  });

  it('does not fall over very long games', () => {
    const [low, high] = band(20_000, 6, 'dice');
    expect(low).toBeGreaterThan(3200);
    expect(low).toBeLessThan(3333);
    expect(high).toBeLessThan(3450);
  });

  it('knows of a deck that all of it has come', () => {
    for (let ways = 1; ways <= 6; ways += 1) {
      expect(band(72, ways, 'deck')).toEqual([2 * ways, 2 * ways]);
      // After one throw more it came once more or not at all.
      expect(band(73, ways, 'deck')).toEqual([2 * ways, 2 * ways + 1]);
      const [low, high] = band(90, ways, 'deck');
      expect(high - low).toBeLessThanOrEqual(band(90, ways, 'dice')[1] - band(90, ways, 'dice')[0]);
    }
    // All but one throw: at most one of them is missing.
    expect(band(35, 6, 'deck')).toEqual([5, 6]);
  });
});

describe('diceStatistics', () => {
  it('says of each number how often it came, was to be expected, and whether that is usual', () => {
    const counts = [0, 4, 6, 8, 10, 12, 10, 8, 6, 4, 9];
    const { throws, sums } = diceStatistics(counts);
    expect(throws).toBe(77);
    expect(sums.map(({ sum }) => sum)).toEqual(SUMS);
    expect(sums.map(({ count }) => count)).toEqual(counts);
    expect(sums[5]?.expected).toBeCloseTo(77 / 6);
    expect(sums[10]).toMatchObject({ place: 'above', low: 0 });
    expect(sums.slice(0, 10).every(({ place }) => place === 'inside')).toBe(true);
    const fewSevens = diceStatistics([2, 4, 6, 8, 10, 1, 10, 8, 6, 4, 2]);
    expect(fewSevens.sums[5]?.place).toBe('below');
  });

  it('calls a game that is as expected as even as can be', () => {
    const even = SUMS.map((sum) => 2 * waysOf(sum));
    expect(diceStatistics(even).pValue).toBeCloseTo(1);
  });

  it('has the tail of chi-squared with eight degrees of freedom', () => {
    // From 72 throws, moved from 7 to 6 and 8: the statistic is the sum of the squares by expectation.
    const counts = SUMS.map((sum) => 2 * waysOf(sum));
    counts[5] = 12 - 10;
    counts[4] = 10 + 5;
    counts[6] = 10 + 5;
    const statistic = 100 / 12 + 25 / 10 + 25 / 10;
    expect(statistic).toBeCloseTo(13.333, 3);
    // The upper tail at 13.362 is 0.10 by the tables.
    expect(diceStatistics(counts).pValue).toBeCloseTo(0.1, 2);
  });

  it('does not judge what cannot be judged', () => {
    const few = game(ENOUGH_THROWS - 1, random(1));
    expect(diceStatistics(few).pValue).toBeNull();
    expect(diceStatistics(game(ENOUGH_THROWS, random(1))).pValue).not.toBeNull();
    expect(diceStatistics(game(200, random(1)), 'deck').pValue).toBeNull();
  });

  it('finds fair dice uneven as seldom as it says', () => {
    const source = random(7);
    const games = Array.from({ length: 4000 }, () => diceStatistics(game(80, source)));
    const share = (below: number) =>
      games.filter(({ pValue }) => (pValue ?? 1) < below).length / games.length;
    expect(share(0.5)).toBeGreaterThan(0.46);
    expect(share(0.5)).toBeLessThan(0.54);
    expect(share(0.05)).toBeGreaterThan(0.035);
    expect(share(0.05)).toBeLessThan(0.065);
    for (const at of SUMS.keys()) {
      const inside = games.filter(({ sums }) => sums[at]?.place === 'inside').length;
      expect(inside / games.length).toBeGreaterThan(0.94);
    }
  });

  it('finds loaded dice', () => {
    const source = random(3);
    const loaded = game(80, source);
    for (let at = 0; at < 20; at += 1) loaded[4] = (loaded[4] ?? 0) + 1;
    const statistics = diceStatistics(loaded);
    expect(statistics.pValue).toBeLessThan(0.01);
    expect(statistics.sums[4]?.place).toBe('above');
  });
});

describe('the words', () => {
  it('say what there is to say', () => {
    const none = diceStatistics(SUMS.map(() => 0));
    expect(verdictText(none, 'dice')).toBe('Nobody has rolled yet.');
    expect(unusualText(none)).toBe('');
    const one = diceStatistics([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(verdictText(one, 'dice')).toMatch(/^1 roll: too few/);
    const even = diceStatistics(SUMS.map((sum) => 2 * waysOf(sum)));
    expect(verdictText(even, 'dice')).toBe(
      '72 rolls. More than 99 in 100 games with fair dice come out at least this uneven.',
    );
    expect(unusualText(even)).toBe('Every number came up as often as usual.');
    expect(verdictText(even, 'deck')).toMatch(/^72 rolls from a shuffled deck/);
    const twelves = diceStatistics([2, 4, 6, 8, 10, 12, 10, 8, 6, 4, 30]);
    expect(unusualText(twelves)).toBe('12 came up 30 times, more than usual.');
    expect(verdictText(twelves, 'dice')).toMatch(/Fewer than 1 in 100 games/);
    const [two] = one.sums;
    expect(two && [bandText(two), placeText(two)]).toEqual(['0 to 1', 'as usual']);
  });
});
