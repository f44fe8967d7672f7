import { describe, expect, it } from 'vitest';

import { loadReference } from './load';
import { wordsOf } from './plain-text';
import { searchOf } from './search';

const reference = await loadReference();
const search = searchOf(reference);

function ids(query: string): string[] {
  return search(query).map(({ clause }) => clause.id);
}

describe('the search', () => {
  it('finds a clause by a word of its title first', () => {
    expect(ids('distance')[0]).toBe('BLD-09');
  });

  it.each(['BLD-09', 'bld-09', 'bld 9', 'bld9', ' BLD-9 '])(
    'finds a clause by its id: %s',
    (id) => {
      expect(ids(id)[0]).toBe('BLD-09');
    },
  );

  it('finds a chapter by its letters', () => {
    const lar = reference.chapters.find(({ id }) => id === 'LAR');
    expect(ids('lar').slice(0, lar?.clauses.length)).toEqual(lar?.clauses.map(({ id }) => id));
  });

  it('finds the beginning of a word while it is typed', () => {
    expect(ids('monopo')[0]).toBe('DEV-06');
  });

  it('finds one of something by the word for many, and many by the word for one', () => {
    expect(ids('cities')).toContain('BLD-11');
    expect(ids('discard')).toContain('ROB-02');
  });

  it('forgives a wrong letter', () => {
    expect(ids('robbar')).toContain('ROB-03');
    expect(ids('setlement')).toEqual(ids('settlement'));
  });

  it('finds only what has all the words', () => {
    const found = ids('wool harbor');
    expect(found).toContain('BRD-04');
    expect(found.length).toBeLessThan(ids('harbor').length);
  });

  it('finds nothing where there is nothing, and for no words', () => {
    expect(ids('zeppelin')).toEqual([]);
    expect(ids('')).toEqual([]);
    expect(ids('  - ')).toEqual([]);
  });

  it('marks the words that were found, and loses none of the text', () => {
    const [hit] = search('distance');
    expect(hit?.title).toEqual([
      { text: 'Distance', hit: true },
      { text: ' rule', hit: false },
    ]);
    for (const { clause, excerpt } of search('settlement')) {
      const shown = excerpt.map(({ text }) => text).join('');
      expect(wordsOf(clause)).toContain(shown.replace(/^… | …$/g, ''));
    }
  });

  it('shows the part of a long text that speaks of the word', () => {
    const text = `${'One goes on and on. '.repeat(20)}Then an offer is closed by its maker.`;
    const clause = { id: 'TRD-01', title: 'Offers', status: null, html: text, without: [] };
    const chapter = { id: 'TRD', title: 'Trade', intro: '' };
    const [hit] = searchOf({
      language: 'en',
      editions: [],
      switches: [],
      chapters: [{ ...chapter, clauses: [{ ...clause, editions: '' }] }],
    })('closed');
    expect(hit?.excerpt[0]?.text).toMatch(/^… /);
    expect(hit?.excerpt[1]).toEqual({ text: 'closed', hit: true });
  });
});

describe('the search in other languages', () => {
  it.each([
    ['de', 'räuber', 'ROB-03'],
    ['de', 'raeuber', 'ROB-03'],
    ['de', 'rauber', 'ROB-03'],
    ['de', 'STRASSEN', 'BLD-01'],
    ['de', 'Städte', 'BLD-03'],
    ['de', 'bld9', 'BLD-09'],
    ['es', 'produccion', 'PRO-01'],
    ['es', 'ladrones', 'ROB-03'],
    ['es', 'ciudades', 'BLD-03'],
    ['fr', 'colonie', 'BLD-02'],
    ['fr', 'colonies', 'BLD-02'],
    ['fr', 'settlement', null],
    ['fr', 'armee', 'LAR-01'],
    ['pl', 'zlodziej', 'ROB-03'],
    ['pl', 'złodzieja', 'ROB-03'],
    ['pl', 'drogi', 'BLD-01'],
    ['pl', 'dróg', 'BLD-01'],
    ['pl', 'settlement', null],
  ])('%s: “%s” finds %s', async (language, query, expected) => {
    const found = searchOf(await loadReference(language))(query).map(({ clause }) => clause.id);
    if (expected) expect(found).toContain(expected);
    else expect(found).toEqual([]);
  });

  it('marks a word as it is written in the text', async () => {
    const [hit] = searchOf(await loadReference('de'))('rauber');
    expect(hit?.title.filter((piece) => piece.hit).map(({ text }) => text)).toContain('Räuber');
  });
});
