import { expect, it } from 'vitest';

import { USUAL } from '../setup/table-options';
import { ratingAtStake } from './rating-at-stake';

it('says what an end does to the ratings: nothing before a rated game counts', () => {
  const rated = { ...USUAL, rated: true };
  expect(ratingAtStake({ options: USUAL })).toBeNull();
  expect(ratingAtStake({ options: rated, counts_in_turns: 7 })).toEqual({
    end: 'If it ends now, it changes nobody’s rating: it counts only in 7 more turns.',
    leave:
      'The game is rated: if the others play on, you come last. If it ends within the next 7 turns, it does not count.',
  });
  const counts = ratingAtStake({ options: rated });
  expect(counts?.leave).toBe('The game is rated: if you leave, you come last.');
  expect(counts?.end).toContain('only if somebody has left');
});
