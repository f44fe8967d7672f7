import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { areas, SOURCE, texts } from './catalogs.ts';

const PICTURES = new URL('../../../docs/pictures/', import.meta.url);

/** What was to be read in each picture when it was taken. */
const shown = JSON.parse(readFileSync(new URL('words.json', PICTURES), 'utf8')) as Record<
  string,
  readonly string[]
>;
const messages = areas(SOURCE).flatMap((area) => Object.values(texts(SOURCE, area)));
/** The messages, and the words from which one of them chooses. */
const said = new Set([...messages, ...messages.flatMap(choices)]);

/** What follows the words of a `select`: `easy {easy} hard {hard}`. */
function choices(message: string): string[] {
  return [...message.matchAll(/\w+ \{([^{}]+)\}/g)].flatMap(([, text]) => text ?? []);
}

/** How many messages a picture of the page has at least. */
const FEWEST = 5;

test('every picture of the page tells what is to be read in it', () => {
  const taken = readdirSync(PICTURES).filter((name) => name.endsWith('.webp'));
  expect(Object.keys(shown).sort()).toEqual(taken.map((name) => name.replace('.webp', '')).sort());
});

describe.each(Object.entries(shown))('the picture %s', (_, words) => {
  test('is no older than the words in it', () => {
    expect(words.length).toBeGreaterThanOrEqual(FEWEST);
    // A word that stands alone is written large.
    const small = (word: string) => word.charAt(0).toLowerCase() + word.slice(1);
    const gone = words.filter((word) => !said.has(word) && !said.has(small(word)));
    expect(gone, 'take the pictures again: `cargo xtask pictures`').toEqual([]);
  });
});
