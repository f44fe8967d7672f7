import { expect, it } from 'vitest';

import { botChoice, botWords, LEVELS, levelName } from './levels';

it('names a bot by its level, or by its program', () => {
  expect(LEVELS.map(levelName)).toEqual(['Easy', 'Medium', 'Hard', 'Expert']);
  expect(levelName('outside:deep-sheep')).toBe('deep-sheep');
  expect((['hard', 'outside:deep-sheep'] as const).map(botWords)).toEqual([
    'hard bot',
    'deep-sheep bot',
  ]);
  expect(botChoice('hard')).toBe('Bot: hard');
});
