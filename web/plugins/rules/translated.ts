/** What keeps the rules in one language from being those in another. */

import { wordsOf } from '../../src/lib/learn/rules/plain-text.ts';
import type { Chapter, Clause, Edition, Reference } from '../../src/lib/learn/rules/reference.ts';

type Rules = Pick<Reference, 'editions' | 'chapters'>;

/** A text, such as a clause, and where it stands. */
interface Section {
  readonly place: string;
  readonly title: string;
  readonly words: string;
  /** What is the same in every language, each in words that say where the languages differ. */
  readonly facts: readonly string[];
}

/** Everything in which a translation does not say what is said in English, or says it in English. */
export function faults(english: Rules, translated: Rules): string[] {
  const theirs = new Map(sections(translated).map((section) => [section.place, section]));
  const wanted = sections(english);
  const places = wanted.map(({ place }) => place);
  const order = [...theirs.keys()].filter((place) => places.includes(place));
  return [
    ...[...theirs.keys()].filter((place) => !places.includes(place)).map((id) => `${id} is new`),
    ...(order.join() === places.filter((place) => theirs.has(place)).join()
      ? []
      : ['the order differs']),
    ...wanted.flatMap((section) => {
      const found = theirs.get(section.place);
      if (!found) return [`${section.place} is missing`];
      return faultsOf(section, found).map((fault) => `${section.place}: ${fault}`);
    }),
  ];
}

function faultsOf(english: Section, translated: Section): string[] {
  const missing = english.facts.filter((fact) => !translated.facts.includes(fact));
  const more = translated.facts.filter((fact) => !english.facts.includes(fact));
  return [
    ...(english.title === translated.title ? [`the title is “${english.title}”`] : []),
    ...(english.words && english.words === translated.words ? ['the text is English'] : []),
    ...missing.map((fact) => `English has ${fact}`),
    ...more.map((fact) => `English has not ${fact}`),
  ];
}

/** The chapters, each before its clauses. */
function sections({ editions, chapters }: Rules): Section[] {
  return chapters.flatMap((chapter) => [
    introOf(chapter, editions),
    ...chapter.clauses.map((clause) => sectionOf(clause, editions)),
  ]);
}

function introOf({ id, title, intro }: Chapter, editions: readonly Edition[]): Section {
  const words = wordsOf({ html: intro, editions: '' });
  return { place: id, title, words, facts: factsOf(intro, editions) };
}

function sectionOf(clause: Clause, editions: readonly Edition[]): Section {
  const { id, title, status, html } = clause;
  const facts = [
    `the status ${status ?? 'none'}`,
    ...factsOf(html, editions),
    ...factsOf(clause.editions, editions).map((fact) => `${fact} of the editions`),
  ];
  return { place: id, title, words: wordsOf(clause), facts };
}

function factsOf(html: string, editions: readonly Edition[]): string[] {
  const names = new Map(editions.map(({ id, name }) => [name, id]));
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, inner = '']) => inner);
  const tables = all(/<table>(.*?)<\/table>/gs).map((table) => {
    const rows = table.split('<tr>').slice(1);
    return `a table of ${rows.map((row) => row.match(/<t[hd]\b/g)?.length).join(' ')} cells`;
  });
  const items = html.match(/<li>/g)?.length;
  return [
    ...numbered(all(/href="#([^"]*)"/g).map((to) => `a link to ${to}`)),
    ...numbered(all(/<code>(.*?)<\/code>/gs).map((code) => `the code \`${code}\``)),
    ...numbered(
      all(/<em class="edition">(.*?)<\/em>/gs).map(
        (name) => `the edition ${names.get(name) ?? name}`,
      ),
    ),
    ...numbered(tables),
    ...(items ? [`a list of ${items}`] : []),
    ...(html ? ['a text'] : []),
  ];
}

/** The same with a number for what is there again. */
function numbered(facts: readonly string[]): string[] {
  return facts.map((fact, at) => {
    const before = facts.slice(0, at).filter((each) => each === fact).length;
    return before ? `${fact} (${before + 1})` : fact;
  });
}
