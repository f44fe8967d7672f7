/** Finds clauses by their words or their ids. */

import { fold } from '../../play/text/fold';
import { wordsOf } from './plain-text';
import type { Chapter, Clause, Reference } from './reference';
import { stemmerOf, type Stemmer } from './stems';

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

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const ID = /^([a-z]{3})[\s-]*(\d{0,2})$/i;

/** What a word counts in each field. */
const TITLE = 4;
const TEXT = 1.5;
const CHAPTER = 1;
/** What it counts as the beginning of a longer word, and with one letter wrong. */
const BEGINNING = 0.7;
const NEARLY = 0.3;

/** A clause as it is searched. */
interface Entry {
  readonly chapter: Chapter;
  readonly clause: Clause;
  readonly text: string;
  /** What each of its words counts. */
  readonly weights: ReadonlyMap<string, number>;
}

/** A search over the rules: some hundred clauses, so it looks at each of them. */
export function searchOf({ language, chapters }: Reference): Search {
  const stemmer = stemmerOf(language);
  const entries = chapters.flatMap((chapter) =>
    chapter.clauses.map((clause) => entryOf(chapter, clause, stemmer)),
  );
  const byId = new Map(entries.map((entry) => [entry.clause.id, entry]));
  /** In how many clauses each word stands. */
  const uses = new Map<string, number>();
  for (const { weights } of entries) {
    for (const word of weights.keys()) uses.set(word, (uses.get(word) ?? 0) + 1);
  }

  /** The words of the rules that may be meant, with how much a clause with them gains. */
  function meant(asked: string): Map<string, number> {
    const found = new Map<string, number>();
    for (const [word, count] of uses) {
      const nearness = nearnessOf(asked, word);
      if (nearness) found.set(word, nearness * Math.log(1 + entries.length / count));
    }
    return found;
  }

  return (query) => {
    const asked = stems(query, stemmer).map(meant);
    const words = new Set(asked.flatMap((found) => [...found.keys()]));
    const isHit = (word: string) => words.has(stem(word, stemmer));
    const ranked = entries
      .map((entry) => ({ entry, scores: asked.map((found) => score(entry, found)) }))
      .filter(({ scores }) => scores.length && scores.every((each) => each > 0))
      .map(({ entry, scores }) => ({ entry, score: scores.reduce((sum, each) => sum + each) }))
      .sort((one, other) => other.score - one.score)
      .map(({ entry }) => entry);
    const named = idsLike(query.trim(), [...byId.keys()]).flatMap((id) => byId.get(id) ?? []);
    return [...new Set([...named, ...ranked])].map(({ chapter, clause, text }) => ({
      chapter,
      clause,
      title: pieces(clause.title, isHit),
      excerpt: pieces(excerpt(text, isHit), isHit),
    }));
  };
}

function entryOf(chapter: Chapter, clause: Clause, stemmer: Stemmer): Entry {
  const text = wordsOf(clause);
  const weights = new Map<string, number>();
  const add = (words: readonly string[], weight: number) => {
    // A word says more where it stands among few; said twice, it says hardly more.
    const each = weight / Math.sqrt(words.length);
    for (const word of new Set(words)) weights.set(word, (weights.get(word) ?? 0) + each);
  };
  add(stems(clause.title, stemmer), TITLE);
  add(stems(text, stemmer), TEXT);
  add(stems(chapter.title, stemmer), CHAPTER);
  return { chapter, clause, text, weights };
}

function score({ weights }: Entry, found: ReadonlyMap<string, number>): number {
  return [...found].reduce((sum, [word, gain]) => sum + gain * (weights.get(word) ?? 0), 0);
}

/** How well a word fits one that is asked for, from 0 to 1. */
function nearnessOf(asked: string, word: string): number {
  if (word === asked) return 1;
  if (word.startsWith(asked)) return (BEGINNING * asked.length) / word.length;
  // One letter may be wrong in words that are long enough to tell.
  return asked.length > 4 && isOneOff(asked, word) ? NEARLY : 0;
}

/** Whether one letter is another, missing, or too many. */
function isOneOff(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const rest = (word: string, skipped: number) => word.slice(same + skipped);
  return (
    rest(one, 1) === rest(other, 1) ||
    rest(one, 1) === rest(other, 0) ||
    rest(one, 0) === rest(other, 1)
  );
}

function stems(text: string, stemmer: Stemmer): string[] {
  return (text.match(WORD) ?? []).map((word) => stem(word, stemmer));
}

/** A word as it is compared, on whatever keyboard it was typed. */
function stem(word: string, stemmer: Stemmer): string {
  return stemmer(fold(word));
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

/** The part of a text round its first hit, from word to word. */
function excerpt(text: string, isHit: (word: string) => boolean): string {
  const first = [...text.matchAll(WORD)].find(([word]) => isHit(word))?.index ?? 0;
  const from = first <= BEFORE + 20 ? 0 : text.indexOf(' ', first - BEFORE) + 1;
  const rest = text.slice(from);
  const cut = rest.length <= EXCERPT ? rest : rest.slice(0, rest.lastIndexOf(' ', EXCERPT));
  return `${from > 0 ? '… ' : ''}${cut}${cut.length < rest.length ? ' …' : ''}`;
}

/** A text in pieces that are hits and pieces that are none. */
function pieces(text: string, isHit: (word: string) => boolean): Piece[] {
  const result: Piece[] = [];
  let done = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!isHit(word)) continue;
    if (index > done) result.push({ text: text.slice(done, index), hit: false });
    result.push({ text: word, hit: true });
    done = index + word.length;
  }
  if (done < text.length) result.push({ text: text.slice(done), hit: false });
  return result;
}
