import { describe, expect, it } from 'vitest';

import { wordsOf } from '../../src/lib/learn/rules/plain-text.ts';
import { reference, type EditionsFile, type Sources } from './reference.ts';

const EDITIONS: EditionsFile = {
  editions: [{ id: 'modern' }, { id: 'mayfair-1996' }],
  switches: [{ id: 'city_cost' }],
  clauses: [
    { id: 'BLD-03', editions: { modern: true, 'mayfair-1996': true } },
    { id: 'VAR-1', editions: { modern: false, 'mayfair-1996': true } },
    { id: 'VAR-2', editions: { modern: false, 'mayfair-1996': false } },
  ],
};

const BUILDING = `# BLD: building and buying

Only what is paid for, see BLD-09.

### BLD-03 City

Costs 3 ore and 2 grain.

Editions: \`mayfair-1996\` prints 2 ore and 3 grain (switch \`city_cost\`).

### BLD-09 Distance rule

Status: planned

| row | hexes |
|---|---|
| a | \`a1\` & <b> |

See BLD-03, and XYZ-77.
`;

const VARIANTS =
  '# VAR: variants\n\n### VAR-1 Played\n\nStatus: advice\n\nThey are played.\n\n### VAR-2 Open\n';

const NAMED =
  '| `modern` | Modern | today’s rules |\n| `mayfair-1996` | Classic 1996 | the book of 1996 |\n';

function read(changes: Partial<Sources> = {}) {
  return reference({
    language: 'en',
    overview: `[VAR](var.md) [BLD](bld.md)\n\n${NAMED}`,
    chapters: [
      { name: 'bld.md', text: BUILDING },
      { name: 'var.md', text: VARIANTS },
    ],
    editions: EDITIONS,
    ...changes,
  });
}

const [variants, building] = read().chapters;
const [city, distance] = building?.clauses ?? [];

describe('chapters', () => {
  it('come in the order in which the overview links to them', () => {
    expect([variants?.id, building?.id]).toEqual(['VAR', 'BLD']);
    expect(read({ overview: NAMED }).chapters.map(({ id }) => id)).toEqual(['BLD', 'VAR']);
  });

  it('have a title, an introduction and clauses', () => {
    expect(building?.title).toBe('Building and buying');
    expect(building?.intro).toBe('<p>Only what is paid for, see <a href="#BLD-09">BLD-09</a>.</p>');
    expect(building?.clauses.map(({ id, title }) => `${id} ${title}`)).toEqual([
      'BLD-03 City',
      'BLD-09 Distance rule',
    ]);
  });

  it('are refused when a heading has no id', () => {
    const wrong = (text: string) => () => read({ chapters: [{ name: 'bld.md', text }] });
    expect(wrong('# Building\n')).toThrow('bld.md');
    expect(wrong('# BLD: building\n\n### City\n')).toThrow('"City"');
  });
});

describe('clauses', () => {
  it('have a status apart from their text', () => {
    expect(city?.status).toBeNull();
    expect(distance?.status).toBe('planned');
    expect(variants?.clauses[0]).toMatchObject({
      status: 'advice',
      html: '<p>They are played.</p>',
    });
  });

  it('are there to be chosen where no edition has them', () => {
    expect(variants?.clauses[1]?.status).toBe('optional');
  });

  it('say apart what editions do, by the names of those', () => {
    expect(city?.html).toBe('<p>Costs 3 ore and 2 grain.</p>');
    expect(city?.editions).toBe(
      '<p><em class="edition">Classic 1996</em> prints 2 ore and 3 grain ' +
        '(switch <a href="#city_cost"><code>city_cost</code></a>).</p>',
    );
  });

  it('link to other clauses, as far as there are such', () => {
    expect(distance?.html).toContain('See <a href="#BLD-03">BLD-03</a>, and XYZ-77.');
  });

  it('show what looks like a tag as it is written', () => {
    expect(distance?.html).toContain('<td><code>a1</code> &amp; &lt;b&gt;</td>');
  });

  it('have their words for the search, without what is for the eye', () => {
    expect(distance && wordsOf(distance)).toBe('row hexes a a1 & <b> See BLD-03, and XYZ-77.');
    expect(city && wordsOf(city)).toContain('Classic 1996 prints 2 ore');
  });

  it('know who plays without them', () => {
    expect(variants?.clauses[0]?.without).toEqual(['modern']);
    expect(city?.without).toEqual([]);
    expect(distance?.without).toEqual([]);
  });
});

it('names the editions, and says where they come from', () => {
  expect(read().editions).toEqual([
    { id: 'modern', name: 'Modern', about: 'today’s rules' },
    { id: 'mayfair-1996', name: 'Classic 1996', about: 'the book of 1996' },
  ]);
});

it('refuses an edition that is not named', () => {
  expect(() => read({ overview: '' })).toThrow('modern');
});
