import { describe, expect, it, test } from 'vitest';

import { LANGUAGES } from '../../src/lib/base/language/languages.ts';
import { PRESETS } from '../../src/lib/make/setup/editions.ts';
import { areas, texts } from '../messages/catalogs.ts';
import { languages, read, SOURCE } from './index.ts';
import { reference } from './reference.ts';
import { faults } from './translated.ts';

const TRANSLATED = LANGUAGES.map(({ code }) => code).filter((code) => code !== SOURCE);

test('there are rules in every language of the page, and in no other', () => {
  expect(languages()).toEqual(LANGUAGES.map(({ code }) => code).sort());
});

describe.each(TRANSLATED)('the rules in %s', (language) => {
  const sources = read(language);

  it('say the same as in English, clause by clause, and nothing in English', () => {
    expect(faults(reference(read(SOURCE)), reference(sources))).toEqual([]);
  });

  it('are listed chapter by chapter', () => {
    const listed = sources.chapters.filter(({ name }) => sources.overview.includes(`(${name})`));
    expect(listed).toEqual(sources.chapters);
  });

  it('name the editions as the page does', () => {
    const all = areas(language).map((area) => texts(language, area));
    const messages: Readonly<Record<string, string>> = Object.assign({}, ...all);
    const names = new Map(PRESETS.map(({ id, name }) => [id, messages[name]]));
    const { editions } = reference(sources);
    expect(new Map(editions.map(({ id, name }) => [id, name]))).toEqual(names);
  });
});

describe('a translation', () => {
  const EDITIONS = {
    editions: [{ id: 'modern' }],
    switches: [{ id: 'city_cost' }],
    clauses: [],
  };
  const rules = (text: string, edition = 'Modern') =>
    reference({
      language: 'en',
      overview: `| \`modern\` | ${edition} | today |\n`,
      chapters: [{ name: 'bld.md', text }],
      editions: EDITIONS,
    });
  const ENGLISH = `# BLD: building

### BLD-03 City

As in \`modern\`, see BLD-09 and \`city_cost\`.

| a | b |
|---|---|
| \`c\` | d |

### BLD-09 Distance

Status: advice

Keep it. See BLD-03, and BLD-03.
`;
  const GERMAN = `# BLD: Bauen

### BLD-03 Stadt

Siehe \`city_cost\` und BLD-09, wie in \`modern\`.

| x | y |
|---|---|
| \`c\` | z |

### BLD-09 Abstand

Status: advice

Halte ihn. Siehe BLD-03 und BLD-03.
`;
  const found = (from: string, to: string) =>
    faults(rules(ENGLISH), rules(GERMAN.replace(from, to), 'Heute'));

  it('may order its words as its language does', () => {
    expect(found('', '')).toEqual([]);
  });

  it('is found to lack a clause that English has got', () => {
    const more = `${ENGLISH}\n### BLD-10 New\n\nNew.\n`;
    expect(faults(rules(more), rules(GERMAN, 'Heute'))).toEqual(['BLD-10 is missing']);
    expect(faults(rules(GERMAN, 'Heute'), rules(more))).toEqual(['BLD-10 is new']);
  });

  it.each([
    ['BLD-09 Abstand', 'BLD-09 Distance', 'BLD-09: the title is “Distance”'],
    ['BLD: Bauen', 'BLD: building', 'BLD: the title is “Building”'],
    ['Halte ihn. Siehe BLD-03 und', 'Keep it. See BLD-03, and', 'BLD-09: the text is English'],
    ['Status: advice', 'Status: planned', 'BLD-09: English has the status advice'],
    ['und BLD-09,', 'und,', 'BLD-03: English has a link to BLD-09'],
    [' und BLD-03.', '.', 'BLD-09: English has a link to BLD-03 (2)'],
    ['`city_cost`', 'Preis', 'BLD-03: English has a link to city_cost'],
    ['wie in `modern`', 'wie heute', 'BLD-03: English has the edition modern'],
    ['`c`', 'c', 'BLD-03: English has the code `c`'],
    ['| `c` | z |\n', '', 'BLD-03: English has a table of 2 2 cells'],
    ['Halte', 'Siehe BLD-09: halte', 'BLD-09: English has not a link to BLD-09'],
  ])('is found to differ by “%s” as “%s”', (from, to, fault) => {
    expect(found(from, to)).toContain(fault);
  });

  it('is found to have another order', () => {
    const [head = '', city = '', distance = ''] = GERMAN.split(/^(?=### )/m);
    expect(faults(rules(ENGLISH), rules(head + distance + city, 'Heute'))).toEqual([
      'the order differs',
    ]);
  });
});
