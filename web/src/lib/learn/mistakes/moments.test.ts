import { describe, expect, it } from 'vitest';

import { byStep, isFirst } from './moments';

/** Moments that cost so many percent, the heaviest first; their steps are in the order in which they are given. */
const moments = (...percents: number[]) =>
  percents
    .map((percent, index) => ({ step: index + 1, turn: index + 1, cost: percent / 100, turns: 1 }))
    .sort((a, b) => b.cost - a.cost);

describe('the moments that are shown first', () => {
  /** How many of them come first. */
  const first = (...percents: number[]) =>
    moments(...percents).filter((moment, index, all) => isFirst(all.slice(0, index), moment))
      .length;

  it('are two to five', () => {
    expect([first(), first(9), first(9, 8), first(9, 8, 7, 6, 5, 4)]).toEqual([0, 1, 2, 5]);
  });

  it('leave out what weighs little beside the heaviest', () => {
    expect(first(20, 3, 2.5)).toBe(2);
    expect(first(20, 12, 6, 2.5)).toBe(3);
  });

  it('go in the order of the game', () => {
    const steps = moments(3, 9, 6)
      .sort(byStep)
      .map(({ step }) => step);
    expect(steps).toEqual([1, 2, 3]);
  });
});
