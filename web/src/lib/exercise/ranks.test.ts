import { describe, expect, it } from 'vitest';

import { chanceTexts, ranksOf } from './ranks';

const worth = (...pairs: [chance: number, doubt: number][]) =>
  pairs.map(([chance, doubt]) => ({ chance, doubt }));

describe('ranks', () => {
  it('follow the order where every difference is clear', () => {
    expect(ranksOf(worth([340, 0], [310, 5], [300, 5]))).toEqual([1, 2, 3]);
  });

  it('are shared with the best by what may be as good', () => {
    expect(ranksOf(worth([340, 0], [336, 3], [310, 5]))).toEqual([1, 1, 3]);
  });

  it('are not shared across an answer that is clearly worse', () => {
    expect(ranksOf(worth([340, 0], [310, 5], [305, 40]))).toEqual([1, 2, 3]);
  });

  it('are shared by equals without any doubt', () => {
    expect(ranksOf(worth([340, 0], [340, 0]))).toEqual([1, 1]);
  });
});

describe('chances', () => {
  it('are whole percent where these tell them apart', () => {
    expect(chanceTexts(worth([340, 0], [310, 5]))).toEqual(['34%', '31%']);
  });

  it('have one digit more where different ones would look alike', () => {
    expect(chanceTexts(worth([344, 0], [341, 1], [200, 9]))).toEqual(['34.4%', '34.1%', '20.0%']);
  });
});
