import { expect, test, vi } from 'vitest';

import { commandCalled, lexicon } from './lexicon';

/** What a reader of another language types. */
const WORDS: Readonly<Record<string, string>> = {
  'textWords.roll': 'würfeln, wurf',
  'textWords.wool': 'Wolle',
  'textWords.n': 'Norden',
};

vi.mock('../../base/language/messages', () => ({ t: (id: string) => WORDS[id] ?? '' }));

test('the words of the language are understood, and the English ones too', () => {
  expect(commandCalled('würfeln', false, 'game')).toBe('roll');
  expect(commandCalled('roll', false, 'game')).toBe('roll');
  expect(lexicon().names.roll).toBe('würfeln');
  expect(lexicon().names.endTurn).toBe('end');
  expect(lexicon().resources.get('wolle')).toBe('wool');
  expect(lexicon().resources.get('wool')).toBe('wool');
  expect(lexicon().directions.get('norden')).toBe('n');
  expect(lexicon().directions.get('north')).toBe('n');
});
