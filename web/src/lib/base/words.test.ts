import { expect, it } from 'vitest';

import { botChoice, botWords, cardsText, harborText, LEVELS, levelName } from './words';

it('names cards and harbors', () => {
  expect(cardsText([0, 0, 2, 0, 1])).toBe('2 wool and 1 ore');
  expect(cardsText([0, 0, 0, 0, 0])).toBe('nothing');
  expect(harborText({ type: 'generic' })).toBe('3-to-1 harbor');
  expect(harborText({ type: 'special', resource: 'ore' })).toBe('2-to-1 ore harbor');
});

it('names a bot by its level, or by its program', () => {
  expect(LEVELS.map(levelName)).toEqual(['Easy', 'Medium', 'Hard', 'Expert']);
  expect(levelName('outside:deep-sheep')).toBe('deep-sheep');
  expect((['hard', 'outside:deep-sheep'] as const).map(botWords)).toEqual([
    'hard bot',
    'deep-sheep bot',
  ]);
  expect(botChoice('hard')).toBe('Bot: hard');
});
