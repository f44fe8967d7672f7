import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { areas, SOURCE, texts } from './catalogs.ts';

const PICTURES = new URL('../../../docs/pictures/', import.meta.url);

/** What was to be read in each picture when it was taken. */
const shown = JSON.parse(readFileSync(new URL('words.json', PICTURES), 'utf8')) as Record<
  string,
  readonly string[]
>;
const said = new Set(areas(SOURCE).flatMap((area) => Object.values(texts(SOURCE, area))));

/** How many messages a picture of the page has at least. */
const FEWEST = 5;

test('every picture of the page tells what is to be read in it', () => {
  const taken = readdirSync(PICTURES).filter((name) => name.endsWith('.webp'));
  expect(Object.keys(shown).sort()).toEqual(taken.map((name) => name.replace('.webp', '')).sort());
});

describe.each(Object.entries(shown))('the picture %s', (_, words) => {
  test('is no older than the words in it', () => {
    expect(words.length).toBeGreaterThanOrEqual(FEWEST);
    const gone = words.filter((word) => !said.has(word));
    expect(gone, 'take the pictures again: `cargo xtask pictures`').toEqual([]);
  });
});
