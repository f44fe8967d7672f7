import { describe, expect, it } from 'vitest';

import { presetName } from '../../make/setup/editions';
import { choicesOf, defaultEdition, differences, editionOf } from './editions';
import { loadReference } from './load';

const reference = await loadReference();

function differing(id: string) {
  return differences(reference, editionOf(reference, id));
}

const clauses = reference.chapters.flatMap((chapter) => chapter.clauses);

describe('the rules', () => {
  it('have ids that are there once', () => {
    const ids = clauses.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('have a clause for every switch, and a value of it for every edition', () => {
    expect(reference.switches.length).toBeGreaterThanOrEqual(14);
    for (const { id, clause, values } of reference.switches) {
      expect(
        clauses.map((each) => each.id),
        id,
      ).toContain(clause);
      for (const edition of reference.editions) expect(values[edition.id], id).toBeTruthy();
    }
  });

  it('lead by every link to something that is there', () => {
    const there = new Set([...clauses, ...reference.switches].map(({ id }) => id));
    for (const { id, html, editions } of clauses) {
      for (const [, target] of (html + editions).matchAll(/href="#([^"]*)"/g)) {
        expect(there, `${id} leads to ${target}`).toContain(target);
      }
    }
  });
});

describe('an edition', () => {
  it('is named on the page as in the documents', () => {
    const names = reference.editions.map(({ id }) => presetName(id));
    expect(names).toEqual(reference.editions.map(({ name }) => name));
  });

  it('is the default where it is unknown', () => {
    expect(editionOf(reference, 'unheard-of')).toBe(defaultEdition(reference));
    expect(editionOf(reference, null).id).toBe('modern');
  });

  it('does not differ from itself', () => {
    expect(differing('modern').size).toBe(0);
  });

  it('differs where a switch has another value', () => {
    const found = differing('mayfair-1996').get('BLD-03');
    expect(found).toHaveLength(1);
    expect(found?.[0]?.here).toMatch(/^2 ore/);
    expect(found?.[0]?.usual).toMatch(/^3 ore/);
    expect(differing('siedler').get('BLD-03')).toBeUndefined();
  });

  it('differs in a clause as often as switches of it do', () => {
    const found = differing('siedler').get('BRD-10');
    expect(found?.map(({ about }) => about?.id)).toEqual(['number_start', 'number_direction']);
  });

  it('differs where only it plays by a clause', () => {
    const found = differing('siedler').get('RUL-10');
    expect(found).toEqual([{ about: null, here: 'in force', usual: 'not in force' }]);
    expect(differing('five-six').get('RUL-10')).toBeUndefined();
  });

  it('says once that it drops a clause by a switch', () => {
    expect(differing('five-six').get('TRD-12')).toHaveLength(1);
  });
});

it('groups the editions that make the same choice', () => {
  const cost = reference.switches.find(({ id }) => id === 'city_cost');
  const grouped = cost && choicesOf(reference, cost);
  expect(grouped?.map(({ editions }) => editions.map(({ id }) => id))).toEqual([
    ['modern', 'almanac-1999', 'five-six', 'siedler'],
    ['mayfair-1996'],
  ]);
  expect(grouped?.map(({ value }) => value.charAt(0))).toEqual(['3', '2']);
});
