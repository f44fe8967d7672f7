import { expect, it } from 'vitest';

import { testSnapshot } from '../../play/game/test-snapshot';
import { stageOf } from './newcomer.svelte';

it('a newcomer is one for the first placements and five turns of their own', () => {
  const at = (turn: number) => stageOf(testSnapshot({ view: { turn } }));
  const { length } = testSnapshot().seats;
  expect(at(0)).toBe('placing');
  expect(at(1)).toBe('first');
  expect(at(5 * length)).toBe('first');
  expect(at(5 * length + 1)).toBe('later');
});
