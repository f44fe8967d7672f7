/** Finds clauses by their words or their ids. */

import MiniSearch from 'minisearch';

import type { Chapter, Clause, Reference } from './reference';

/** A piece of a text, and whether it is what was looked for. */
export interface Piece {
  readonly text: string;
  readonly hit: boolean;
}

/** A clause that was found. */
export interface Hit {
  readonly clause: Clause;
  readonly chapter: Chapter;
  readonly title: readonly Piece[];
  /** Where its text speaks of it, or else how it begins. */
  readonly excerpt: readonly Piece[];
}

/** Finds clauses; the best come first. */
export type Search = (query: string) => Hit[];

/** How much of a clause's text is shown, in letters. */
const EXCERPT = 170;
/** How much of it stands before the first hit. */
const BEFORE = 40;

const WORD = /[\p{L}\p{N}]+/gu;
const ID = /^([a-z]{3})[\s-]*(\d{0,2})$/i;

/** A search over the rules. */
export function searchOf({ chapters }: Reference): Search {
  const places = new Map(
    chapters.flatMap((chapter) =>
      chapter.clauses.map((clause) => [clause.id, { chapter, clause }] as const),
    ),
  );
  const index = new MiniSearch({
    fields: ['title', 'text', 'chapter'],
    tokenize: (text) => text.match(WORD) ?? [],
    processTerm: (word) => stem(word),
  });
  index.addAll(
    [...places].map(([id, { chapter, clause }]) => ({
      id,
      title: clause.title,
      text: clause.text,
      chapter: chapter.title,
    })),
  );

  return (query) => {
    const byId = idsLike(query.trim(), [...places.keys()]);
    const found = index.search(query, {
      boost: { title: 4, text: 1.5 },
      combineWith: 'AND',
      prefix: true,
      // One letter may be wrong in words that are long enough to tell.
      fuzzy: (word) => (word.length > 4 ? 1 : 0),
      weights: { prefix: 0.7, fuzzy: 0.3 },
    });
    const words = new Set(found.flatMap(({ terms }) => terms));
    const ids = new Set([...byId, ...found.map(({ id }) => id as string)]);
    return [...ids].flatMap((id) => {
      const place = places.get(id);
      if (!place) return [];
      const { clause } = place;
      const title = pieces(clause.title, words);
      return [{ ...place, title, excerpt: pieces(excerpt(clause.text, words), words) }];
    });
  };
}

/** The ids that a query names: `bld-09`, `BLD 9` or `bld9` one, `bld` all of a chapter. */
function idsLike(query: string, ids: readonly string[]): string[] {
  const [, chapter, number] = ID.exec(query) ?? [];
  if (!chapter) return [];
  return ids.filter((id) => {
    const [ofChapter, ofNumber] = id.split('-');
    const same = ofChapter === chapter.toUpperCase();
    return same && (!number || Number(ofNumber) === Number(number));
  });
}

/** A word without what only its number or case adds. */
function stem(word: string): string {
  const lower = word.toLowerCase();
  if (lower.length < 4) return lower;
  return lower.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
}

/** The part of a text round its first hit, from word to word. */
function excerpt(text: string, words: ReadonlySet<string>): string {
  const first = [...text.matchAll(WORD)].find(([word]) => words.has(stem(word)))?.index ?? 0;
  const from = first <= BEFORE + 20 ? 0 : text.indexOf(' ', first - BEFORE) + 1;
  const rest = text.slice(from);
  const cut = rest.length <= EXCERPT ? rest : rest.slice(0, rest.lastIndexOf(' ', EXCERPT));
  return `${from > 0 ? '… ' : ''}${cut}${cut.length < rest.length ? ' …' : ''}`;
}

/** A text in pieces that are hits and pieces that are none. */
function pieces(text: string, words: ReadonlySet<string>): Piece[] {
  const result: Piece[] = [];
  let done = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!words.has(stem(word))) continue;
    if (index > done) result.push({ text: text.slice(done, index), hit: false });
    result.push({ text: word, hit: true });
    done = index + word.length;
  }
  if (done < text.length) result.push({ text: text.slice(done), hit: false });
  return result;
}
