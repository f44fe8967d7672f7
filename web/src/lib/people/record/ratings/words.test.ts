import { expect, it } from 'vitest';

import { classOf, rangeText, ratingTitle, reputationText } from './words';

const range = { low: 1190, high: 1810 };

it('a range is said, and a strength that is known', () => {
  expect(rangeText(range)).toBe('1190 to 1810 points');
  expect(rangeText({ low: 1500, high: 1500 })).toBe('1500 points');
});

it('of somebody that is said which is known', () => {
  expect(reputationText({ rating: range, reliability: 'often_leaves' })).toBe(
    '1190 to 1810 points · often leaves',
  );
  expect(reputationText({ reliability: 'new' })).toBe('new here');
  expect(reputationText({})).toBe('');
});

it('tables of three and four are rated together, and those of five and six', () => {
  expect([2, 3, 4, 5, 6].map(classOf)).toEqual([2, 4, 4, 6, 6]);
  expect(ratingTitle(classOf(3))).toBe('Rating with 3 or 4 players');
});
