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
/** The messages that are the names of things, by their English words. */
const NAMED: Readonly<Record<string, string>> = {
  brick: 'words.brick',
  lumber: 'words.lumber',
  wool: 'words.wool',
  grain: 'words.grain',
  ore: 'words.ore',
  hills: 'words.hills',
  forest: 'words.forest',
  pasture: 'words.pasture',
  fields: 'words.fields',
  mountains: 'words.mountains',
  road: 'actions.road',
  settlement: 'actions.settlement',
  city: 'actions.city',
  knight: 'words.knight',
  'road building': 'words.roadBuilding',
  'year of plenty': 'words.yearOfPlenty',
  monopoly: 'words.monopoly',
  'victory point': 'words.victoryPoint',
  opening: 'charts.setUp',
  'open tables': 'games.open',
  'take over': 'open.takeSeat',
  'rated game': 'tableFields.rated',
  'quality of play': 'myGames.quality',
  moments: 'endSheet.moments',
  'island of the day': 'day.name',
  passkey: 'passkeys.unnamed',
  'recovery words': 'me.words',
  reports: 'host.reports',
  suspend: 'host.suspend',
  'site administration': 'host.title',
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
const wordIn = (word: string) => new RegExp(`(?<![\\p{L}-])${word}(?!\\p{L})`, 'iu');
const words = table('English | German | Spanish | French | Polish');
/** The words that are not used, and the one that each may stand beside to explain it. */
const avoided = new Map(
  table('Language | Not these words').map(([name = '', list]) => [
    NAMES[name],
    split(list).map((entry) => {
      const [word = '', explained] = entry.replace(')', '').split(' (but to explain ');
      return { word: wordIn(word), explained: explained ? wordIn(explained) : null };
    }),
  ]),
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
      const id = NAMED[english];
      return id ? [{ id, word: split(row[column])[at] ?? '' }] : [];
    }),
  );

  test('things are called what the table calls them', () => {
    const lower = (text = '') => text.toLocaleLowerCase(language);
    expect(rows.filter(({ id, word }) => lower(catalog[id]) !== lower(word))).toEqual([]);
  });

  test('words that are not used do not occur', () => {
    const not = avoided.get(language) ?? [];
    const wrong = Object.entries(catalog).filter(
      ([id, message]) =>
        !id.startsWith(`${TYPED}.`) &&
        not.some(({ word, explained }) => word.test(message) && !explained?.test(message)),
    );
    expect(wrong).toEqual([]);
  });
});
