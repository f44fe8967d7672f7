import { describe, expect, it } from 'vitest';

import editions from '../../../../tests/fixtures/editions.json';
import type { EditionInfo } from '../../base/protocol';
import { dealtAnew, fairnessOf, withFairness } from './fairness';
import { firstSetup, orderOf } from './orders';

const setup = firstSetup(editions as EditionInfo[], 'medium');

describe('the fairness of an island', () => {
  it.each(['any', 'apart', 'balanced'] as const)('is chosen: %s', (fairness) => {
    for (const before of ['any', 'apart', 'balanced'] as const) {
      const { rules } = withFairness(withFairness(setup, before), fairness);
      expect(fairnessOf(rules)).toBe(fairness);
    }
  });

  it('of both house rules together is that of a balanced board', () => {
    expect(fairnessOf({ ...setup.rules, reds_apart: true, balanced_board: true })).toBe('balanced');
  });
});

describe('an island that is dealt to be looked at', () => {
  it('has another name each time, and the table lays the board of that name', () => {
    const one = dealtAnew(setup);
    const other = dealtAnew(one);
    expect(one.seed).not.toBe(other.seed);
    expect(orderOf('Ida', other).board).toEqual({ type: 'seed', seed: other.seed });
  });
});
