import { expect, it } from 'vitest';

import { outcomeText } from './outcome';

it('says outcomes in words, not in the letters of records', () => {
  expect(outcomeText('dice 3 4')).toBe('3 + 4 = 7');
  expect(outcomeText('stolen G')).toBe('stolen: grain');
  expect(outcomeText('drawn year-of-plenty')).toBe('drawn: year of plenty');
  expect(outcomeText('drawn victory-point')).toBe('drawn: victory point');
  expect(outcomeText(null)).toBe('nothing');
  expect(outcomeText('board')).toBe('board');
});
