import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

import { describe, expect, test } from 'vitest';

import { areas, filesOf, languages } from './catalogs.ts';
import { QUOTES, typeset } from './typography.ts';

/** What somebody types is written as it is typed. */
const TYPED = ['textWords.json'];

describe.each(languages())('%s', (language) => {
  const files = areas(language)
    .flatMap((area) => filesOf(language, area))
    .filter((file) => !TYPED.includes(basename(file)));
  const messages = (file: string) =>
    JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;

  test('is set with its own spaces and marks (npm run typography)', () => {
    for (const file of files) {
      const found = messages(file);
      const set = Object.fromEntries(
        Object.entries(found).map(([name, message]) => [name, typeset(message, language)]),
      );
      if (process.env.UPDATE_TYPOGRAPHY) {
        writeFileSync(file, `${JSON.stringify(set, null, 2)}\n`);
        continue;
      }
      const wrong = Object.entries(set).filter(([name, message]) => found[name] !== message);
      expect(wrong, file).toEqual([]);
    }
  });

  test('quotes as it is quoted there', () => {
    const strange = files.flatMap((file) =>
      Object.entries(messages(file)).filter(([, message]) =>
        [...message.matchAll(/["'“”„‟‘’‚«»‹›]/gu)].some(
          ([mark]) => !(QUOTES[language] ?? '').includes(mark),
        ),
      ),
    );
    expect(strange).toEqual([]);
  });
});

describe('a message', () => {
  test.each([
    ['fr', 'Oui ? Non!', 'Oui\u202F? Non\u202F!'],
    ['fr', '{name} : « {text} »', '{name}\u00A0: «\u00A0{text}\u00A0»'],
    ['fr', '{a, select, s {x ;} other {10:30}}', '{a, select, s {x\u202F;} other {10:30}}'],
    ['de', '{seconds} s, noch {count, plural, one {noch #} other {z. B. #}}'],
    ['pl', 'W lesie i z {name}, a nie w {place}'],
    ['es', 'La isla “{name}”', 'La isla «{name}»'],
    ['en', "{name}'s 5 min...", '{name}’s 5\u00A0min…'],
  ])('in %s: %s', (language, message, set = '') => {
    const done = typeset(message, language);
    if (set) expect(done).toBe(set);
    expect(done).not.toBe(message);
    expect(typeset(done, language)).toBe(done);
  });
});
