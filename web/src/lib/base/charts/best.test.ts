import { describe, expect, it } from 'vitest';

import { bestOf } from './best';

describe('the best of a row', () => {
  const seats = (values: (number | null)[], best?: 'most' | 'least') => [
    ...bestOf({ label: '', values, ...(best ? { best } : {}) }),
  ];

  it('is the most or the least, as the row says, and may be shared', () => {
    expect(seats([1, 4, 2], 'most')).toEqual([1]);
    expect(seats([1, 4, 1], 'least')).toEqual([0, 2]);
  });

  it('is nobody’s where nothing is better', () => {
    expect(seats([3, 3, 3], 'most')).toEqual([]);
    expect(seats([1, 2, 3])).toEqual([]);
    expect(seats([null, null], 'least')).toEqual([]);
  });

  it('is nobody’s where the next may be as good', () => {
    const row = { label: '', best: 'most', margin: 3 } as const;
    expect([...bestOf({ ...row, values: [93, 91, 80] })]).toEqual([]);
    expect([...bestOf({ ...row, values: [93, 90, null] })]).toEqual([0]);
  });

  it('passes over what nobody knows', () => {
    expect(seats([null, 5, 2], 'least')).toEqual([2]);
  });
});
