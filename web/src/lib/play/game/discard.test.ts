import { expect, it } from 'vitest';

import { contains, total } from '../../base/cards';
import { suggestDiscard } from './discard';

it('takes from the largest heap, and keeps what was chosen', () => {
  expect(suggestDiscard([1, 0, 6, 0, 1], [0, 0, 0, 0, 0], 4)).toEqual([0, 0, 4, 0, 0]);
  expect(suggestDiscard([1, 0, 6, 0, 1], [0, 0, 0, 0, 1], 4)).toEqual([0, 0, 3, 0, 1]);
});

it('never gives more than the hand holds', () => {
  const hand: [number, number, number, number, number] = [2, 3, 1, 0, 2];
  const tray = suggestDiscard(hand, [0, 0, 0, 0, 0], 4);
  expect(total(tray)).toBe(4);
  expect(contains(hand, tray)).toBe(true);
});
