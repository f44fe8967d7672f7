import { describe, expect, test } from 'vitest';

import { fold, plain } from './fold';

describe('what is typed', () => {
  test.each([
    ['Würfeln', 'wuerfeln', 'wurfeln', 'WÜRFELN', 'wu\u0308rfeln'],
    ['Straße', 'strasse', 'STRASSE'],
    ['łódź', 'lodz', 'ŁÓDŹ'],
    ['d’accord', "d'accord", 'd‘accord', 'd`accord', 'd´accord'],
    ['¿Por qué?', 'por que?'],
    ['«nord-est»', 'nord est', 'nord‑est', 'nord\u00A0est', '“Nord-Est”'],
    ['œuf', 'oeuf'],
  ])('is the same as %s, however it is typed', (listed, ...typed) => {
    for (const each of typed) expect(fold(each), each).toBe(fold(listed));
  });

  const TEXTS = ['Überflüsse', 'neue Häfen', 'Zażółć gęślą jaźń', 'queue', 'Ærø', 'bouée', 'c3-so'];

  test('is folded once and for all', () => {
    for (const text of TEXTS) expect(fold(fold(text))).toBe(fold(text));
  });

  test('begins as its beginning', () => {
    for (const text of TEXTS) {
      for (let count = 0; count <= text.length; count++) {
        expect(fold(text).startsWith(fold(text.slice(0, count))), text.slice(0, count)).toBe(true);
      }
    }
  });

  test('is not the same as another word', () => {
    expect(fold('sol')).not.toBe(fold('so'));
    expect(fold('par')).not.toBe(fold('para'));
  });

  test('is compared without marks where only words matter', () => {
    expect(plain('Time to think: 90\u00A0s!')).toBe('time to think 90 s');
  });
});
