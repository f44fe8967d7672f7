import { expect, it } from 'vitest';

import type { GameRating } from '../../../base/protocol';
import { levelsOf, rangesOf } from './curve';

const range = (low: number, high: number) => ({ low, high });

it('a rating begins before the oldest game', () => {
  const game = (before: number, after: number): GameRating => ({
    ...{ table: 't', ended_ms: 0, place: 1 },
    before: range(before, before + 500),
    after: range(after, after + 400),
  });
  const games = [game(1300, 1320), game(1200, 1300)];
  const rating = { players: 2, now: range(1320, 1720), games };
  expect(rangesOf(rating)).toEqual([range(1200, 1700), range(1300, 1700), range(1320, 1720)]);
  expect(rangesOf({ ...rating, games: [] })).toEqual([]);
});

it('the numbers beside ranges are round, and lie around them', () => {
  expect(levelsOf([range(1190, 1810), range(1250, 1840)], 4)).toEqual([
    1000, 1200, 1400, 1600, 1800, 2000,
  ]);
  expect(levelsOf([range(1500, 1500)], 4)).toEqual([1500]);
  expect(levelsOf([range(1400, 1600)], 4)).toEqual([1400, 1450, 1500, 1550, 1600]);
});
