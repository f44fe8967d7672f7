import { describe, expect, it } from 'vitest';

import type { GameKind } from '../../base/protocol';
import { chanceOf, choices, luckRange, openingPips, runningMeans } from './figures';

const KINDS: GameKind[] = [
  { edition: 'modern', players: 4, games: 6 },
  { edition: 'modern', players: 2, games: 3 },
  { edition: 'siedler', players: 4, games: 1 },
];

describe('what chance alone would win', () => {
  it('is a part of the games by how many played each', () => {
    expect(chanceOf(KINDS, { edition: null, players: null })).toBeCloseTo((7 / 4 + 3 / 2) / 10);
    expect(chanceOf(KINDS, { edition: null, players: 4 })).toBe(1 / 4);
    expect(chanceOf(KINDS, { edition: 'modern', players: 2 })).toBe(1 / 2);
  });

  it('is nothing where nothing was played', () => {
    expect(chanceOf(KINDS, { edition: 'siedler', players: 2 })).toBeNull();
    expect(chanceOf([], { edition: null, players: null })).toBeNull();
  });
});

it('a running mean is that of the latest, and of fewer at the beginning', () => {
  expect(runningMeans([10, 20, 60, 40], 2)).toEqual([10, 15, 40, 50]);
  expect(runningMeans([], 2)).toEqual([]);
});

it('luck is cards beside those to be expected, and never fewer than none', () => {
  const usual = luckRange({ received: 41, expected: 40_000, deviation: 5_000 });
  expect(usual).toEqual({ value: 41, expected: 40, low: 40 - 9.8, high: 40 + 9.8 });
  expect(luckRange({ received: 0, expected: 1_000, deviation: 5_000 }).low).toBe(0);
});

describe('openings', () => {
  it('of won games are compared with the others', () => {
    const sums = { games: 5, won: 2, pips: [20, 20, 20, 20, 20], pips_of_won: 46 };
    expect(openingPips(sums)).toEqual({ won: 23, others: 18 });
  });

  it('are not compared where all games were won, or none', () => {
    const sums = { games: 2, pips: [20, 10, 5, 5, 0], pips_of_won: 0 };
    expect(openingPips({ ...sums, won: 0 })).toBeNull();
    expect(openingPips({ ...sums, won: 2 })).toBeNull();
  });
});

it('what can be chosen is what was played', () => {
  expect(choices(KINDS, 'players')).toEqual([4, 2]);
  expect(choices(KINDS, 'edition')).toEqual(['modern', 'siedler']);
});
