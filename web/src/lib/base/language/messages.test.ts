import { expect, test } from 'vitest';

import { dateAndTime, listed } from './format';
import { direction, preferred } from './languages';
import { isMessage, parts, t } from './messages';

test('a message counts by its arguments', () => {
  expect(t('players.points', { count: 1 })).toBe('1 point');
  expect(t('players.points', { count: 2 })).toBe('2 points');
});

test('a message in pieces keeps what is put in as it is', () => {
  const cards = { type: 'cards' };
  const values = { who: 'other', name: 'Mira', cards };
  expect(parts('log.discards', values)).toEqual(['Mira discards ', cards]);
  expect(parts('language.automatic')).toEqual(['Automatic']);
});

test('whether there is a message can be asked', () => {
  expect(isMessage('language.automatic')).toBe(true);
  expect(isMessage('language.unheard')).toBe(false);
});

test('lists are written as the language writes them', () => {
  expect(listed(['a', 'b', 'c'])).toBe('a, b and c');
  expect(listed(['a', 'b'], 'disjunction')).toBe('a or b');
});

test('a day and its time are written as the language writes them', () => {
  expect(dateAndTime(new Date(2026, 0, 5, 15, 4).getTime())).toBe('5 Jan 2026, 15:04');
});

test('the first preferred language that the page has is taken, and English where it has none', () => {
  expect(preferred(['fy-NL', 'en-US', 'de'])).toBe('en');
  expect(preferred(['fy-NL'])).toBe('en');
});

test('Arabic runs from right to left', () => {
  expect(direction('ar-XB')).toBe('rtl');
  expect(direction('de')).toBe('ltr');
});

test('a name from right to left does not turn the words around it', () => {
  expect(t('log.isBack', { who: 'other', name: 'عبد' })).toBe('\u2068عبد\u2069 is back');
});
