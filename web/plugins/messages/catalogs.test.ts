import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { describe, expect, test } from 'vitest';

import { LANGUAGES } from '../../src/lib/base/language/languages.ts';
import { argumentsOf } from './arguments.ts';
import { areas, languages, parsed, read, SOURCE, texts } from './catalogs.ts';

/** So many words in a row are no name, and are never the same in two languages. */
const SENTENCE_WORDS = 4;

/** What stands in the quotation marks of any of the languages. */
const QUOTED = /[“„«]([^“”„«»]+)[”“»]/gu;

test('every language that has catalogs can be chosen', () => {
  expect(LANGUAGES.map(({ code }) => code).sort()).toEqual(languages());
});

test('a topic lies in one area', () => {
  const topics = areas(SOURCE).flatMap((area) => [
    ...new Set(Object.keys(read(SOURCE, area)).map((id) => id.split('.')[0])),
  ]);
  expect(topics).toEqual([...new Set(topics)]);
});

describe.each(languages())('%s', (language) => {
  test('has every area, and no other', () => {
    expect(areas(language)).toEqual(areas(SOURCE));
  });

  describe.each(areas(SOURCE))('%s', (area) => {
    const source = read(SOURCE, area);
    const catalog = read(language, area);

    test('has every message, in the order of the English ones', () => {
      expect(Object.keys(catalog)).toEqual(Object.keys(source));
    });

    test('every message has the arguments of the English one', () => {
      const differing = Object.entries(catalog).filter(([id, message]) => {
        const args = (text: string) => [...argumentsOf(text)].map((each) => each.join(' ')).join();
        return args(message) !== args(source[id] ?? '');
      });
      expect(differing).toEqual([]);
    });

    test('what it quotes, such as a label, is put in or named by reference, never copied', () => {
      const copied = Object.entries(texts(language, area)).filter(([, message]) =>
        [...message.matchAll(QUOTED)].some(
          ([, quoted = '']) => !/^\{[^{}]+\}$/u.test(quoted.trim()),
        ),
      );
      expect(copied).toEqual([]);
    });

    test.each(['cardinal', 'ordinal'] as const)('counts as the language counts, %s', (type) => {
      const rules = new Intl.PluralRules(language, { type });
      // Numbers here are whole and small: a language may have a form for fractions or for millions only.
      const wanted = wholeForms(rules);
      const wrong = Object.entries(catalog).filter(([, message]) =>
        plurals(parsed(message), type).some(
          (keys) =>
            keys.some((key) => !key.startsWith('=') && !wanted.includes(key)) ||
            wanted.some((key) => !keys.includes(key)),
        ),
      );
      expect(wrong).toEqual([]);
    });

    test.runIf(language !== SOURCE)('no sentence was left in English', () => {
      const left = Object.entries(catalog).filter(
        ([id, message]) =>
          message === source[id] && words(parsed(message)).length >= SENTENCE_WORDS,
      );
      expect(left).toEqual([]);
    });
  });
});

/** The keys of every plural of a type in a message. */
function plurals(elements: readonly MessageFormatElement[], type: Intl.PluralRuleType): string[][] {
  return elements.flatMap((element) => {
    switch (element.type) {
      case TYPE.plural:
      case TYPE.select: {
        const inner = Object.values(element.options).flatMap(({ value }) => plurals(value, type));
        return element.type === TYPE.plural && element.pluralType === type
          ? [Object.keys(element.options), ...inner]
          : inner;
      }
      case TYPE.tag:
        return plurals(element.children, type);
      default:
        return [];
    }
  });
}

/** The forms that whole numbers up to a hundred take, and the one that must always be there. */
function wholeForms(rules: Intl.PluralRules): string[] {
  const numbers = Array.from({ length: 100 }, (_, number) => rules.select(number));
  return [...new Set([...numbers, 'other'])];
}

/** The words of a message, without what is put in. */
function words(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    switch (element.type) {
      case TYPE.literal:
        return element.value.match(/\p{L}{2,}/gu) ?? [];
      case TYPE.plural:
      case TYPE.select:
        return Object.values(element.options).flatMap(({ value }) => words(value));
      case TYPE.tag:
        return words(element.children);
      default:
        return [];
    }
  });
}
