import { describe, expect, it } from 'vitest';

import { ranked } from './ranks';

const worth = (...pairs: [chance: number, doubt: number][]) =>
  pairs.map(([chance, doubt]) => ({ chance, doubt }));
const ranks = (...pairs: [chance: number, doubt: number][]) =>
  ranked(worth(...pairs)).map(({ rank }) => rank);

describe('ranks', () => {
  it('follow the order where every difference is clear', () => {
    expect(ranks([340, 0], [310, 5], [300, 5])).toEqual([1, 2, 3]);
  });

  it('are shared with the best by what is two points behind at most, however sure that is', () => {
    expect(ranks([340, 0], [320, 0], [319, 0])).toEqual([1, 1, 3]);
  });

  it('are shared with the best by what may be as good', () => {
    expect(ranks([340, 0], [301, 20], [290, 5])).toEqual([1, 1, 3]);
  });

  it('are not shared across an answer that is clearly worse', () => {
    expect(ranks([340, 0], [310, 5], [305, 40])).toEqual([1, 2, 3]);
  });

  it('are shared by equals without any doubt', () => {
    expect(ranks([340, 0], [340, 0])).toEqual([1, 1]);
  });
});

describe('verdicts', () => {
  it('tell the best, what is as good, and what others cost in whole points', () => {
    expect(ranked(worth([340, 0], [330, 1], [254, 5]))).toEqual([
      { rank: 1, verdict: 'best', cost: 0, percent: '34%' },
      { rank: 1, verdict: 'as_good', cost: 1, percent: '33%' },
      { rank: 3, verdict: 'worse', cost: 8, percent: '26%' },
    ]);
  });

  it('never tell apart what is written alike', () => {
    const all = ranked(worth([271, 0], [252, 1], [250, 1]));
    expect(all.map(({ verdict, percent }) => [verdict, percent])).toEqual([
      ['best', '27%'],
      ['as_good', '26%'],
      ['worse', '25%'],
    ]);
  });
});
