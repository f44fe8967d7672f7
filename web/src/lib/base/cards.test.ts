import { describe, expect, it } from 'vitest';

import { contains, held, only, overlap, plus, sameCards, total, without } from './cards';

describe('multisets of cards', () => {
  it('are added, and subtracted never below nothing', () => {
    expect(plus([1, 0, 2, 0, 0], [0, 1, 1, 0, 0])).toEqual([1, 1, 3, 0, 0]);
    expect(without([1, 0, 2, 0, 0], [2, 0, 1, 0, 0])).toEqual([0, 0, 1, 0, 0]);
  });

  it('know what they contain', () => {
    expect(contains([1, 2, 3, 0, 0], [1, 2, 0, 0, 0])).toBe(true);
    expect(contains([1, 2, 3, 0, 0], [0, 0, 0, 1, 0])).toBe(false);
    expect(overlap([1, 0, 0, 0, 0], [0, 1, 0, 0, 0])).toBe(false);
    expect(overlap([1, 0, 0, 0, 0], [1, 1, 0, 0, 0])).toBe(true);
    expect(sameCards([0, 0, 0, 0, 2], only('ore', 2))).toBe(true);
    expect(total([1, 2, 3, 4, 5])).toBe(15);
    expect(held([0, 2, 0, 0, 1])).toEqual([
      { resource: 'lumber', count: 2 },
      { resource: 'ore', count: 1 },
    ]);
  });
});
