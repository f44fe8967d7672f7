import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { areas, languages, texts, type Catalog } from './catalogs.ts';
import { TYPED } from './labels.ts';

const CHAPTER = readFileSync(new URL('../../../docs/book/languages.md', import.meta.url), 'utf8');
/** The languages of the chapter's tables, by their names there. */
const NAMES: Readonly<Record<string, string>> = {
  English: 'en',
  German: 'de',
  Spanish: 'es',
  French: 'fr',
  Polish: 'pl',
};
/** The messages that are the names of things, and what can be typed for them, by their English words. */
const NAMED: Readonly<Record<string, readonly [string, string]>> = {
  brick: ['words.brick', 'brick'],
  lumber: ['words.lumber', 'lumber'],
  wool: ['words.wool', 'wool'],
  grain: ['words.grain', 'grain'],
  ore: ['words.ore', 'ore'],
  hills: ['words.hills', 'hills'],
  forest: ['words.forest', 'forest'],
  pasture: ['words.pasture', 'pasture'],
  fields: ['words.fields', 'fields'],
  mountains: ['words.mountains', 'mountains'],
  road: ['actions.road', 'road'],
  settlement: ['actions.settlement', 'settlement'],
  city: ['actions.city', 'city'],
  knight: ['words.knight', 'knight'],
  'road building': ['words.roadBuilding', 'roads'],
  'year of plenty': ['words.yearOfPlenty', 'plenty'],
  monopoly: ['words.monopoly', 'monopoly'],
  'victory point': ['words.victoryPoint', 'point'],
};

/** The rows of the table that begins with a heading. */
function table(heading: string): string[][] {
  const [, rest = ''] = CHAPTER.split(`\n| ${heading} |`);
  const lines = rest.split('\n').slice(2);
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(0, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function all(language: string): Catalog {
  return Object.assign({}, ...areas(language).map((area) => texts(language, area))) as Catalog;
}

const split = (cell = '') => cell.split(',').map((word) => word.trim());
const words = table('English | German | Spanish | French | Polish');
const avoided = new Map(
  table('Language | Not these words').map(([name = '', list]) => [NAMES[name], split(list)]),
);

test('the chapter has words of every language', () => {
  expect([...avoided.keys()].sort()).toEqual(languages());
  const there = words.flatMap(([english]) => split(english));
  expect(Object.keys(NAMED).filter((word) => !there.includes(word))).toEqual([]);
});

describe.each(Object.values(NAMES))('%s', (language) => {
  const catalog = all(language);
  const column = Object.values(NAMES).indexOf(language);
  const rows = words.flatMap((row) =>
    split(row[0]).flatMap((english, at) => {
      const [id, list] = NAMED[english] ?? [];
      return id && list ? [{ id, list, word: split(row[column])[at] ?? '' }] : [];
    }),
  );

  test('cards, land and pieces are called what the table calls them', () => {
    const lower = (text = '') => text.toLocaleLowerCase(language);
    expect(rows.filter(({ id, word }) => lower(catalog[id]) !== lower(word))).toEqual([]);
  });

  test('words that are not used do not occur', () => {
    const not = (avoided.get(language) ?? []).map(
      (word) => new RegExp(`(?<![\\p{L}-])${word}(?!\\p{L})`, 'iu'),
    );
    const wrong = Object.entries(catalog).filter(
      ([id, message]) => !id.startsWith(`${TYPED}.`) && not.some((word) => word.test(message)),
    );
    expect(wrong).toEqual([]);
  });
});
