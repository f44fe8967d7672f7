/** In what editions differ. */

import { t } from '../../base/language/messages';
import type { Chapter, Edition, Reference, Switch } from './reference';
import { choiceOf } from './switches';

/** Something that an edition does otherwise than the default. */
export interface Difference {
  /** What is chosen; null where the whole clause is or is not in force. */
  readonly about: Switch | null;
  /** What the edition does. */
  readonly here: string;
  /** What the default does. */
  readonly usual: string;
}

/** The edition that tables play unless they choose another. */
export function defaultEdition({ editions }: Reference): Edition {
  const [first] = editions;
  if (!first) throw new Error('there are no editions');
  return first;
}

/** The edition with this id, or the default. */
export function editionOf(reference: Reference, id: string | null): Edition {
  return reference.editions.find((edition) => edition.id === id) ?? defaultEdition(reference);
}

/** What an edition does otherwise than the default, by the clause that says so. */
export function differences(
  reference: Reference,
  edition: Edition,
): ReadonlyMap<string, readonly Difference[]> {
  const usual = defaultEdition(reference).id;
  const all = reference.chapters
    .flatMap(({ clauses }) => clauses)
    .map(({ id, without }): readonly [string, Difference[]] => {
      const switched = reference.switches
        .filter(({ clause, values }) => clause === id && values[edition.id] !== values[usual])
        .map((about) => ({
          about,
          here: choiceOf(about, edition.id),
          usual: choiceOf(about, usual),
        }));
      // Where a switch says why, that is enough.
      if (switched.length || without.includes(edition.id) === without.includes(usual)) {
        return [id, switched];
      }
      const force = (id: string) =>
        without.includes(id) ? t('rules.notInForce') : t('rules.inForce');
      return [id, [{ about: null, here: force(edition.id), usual: force(usual) }]];
    });
  return new Map(all.filter(([, found]) => found.length > 0));
}

/** In how many clauses of a chapter an edition differs. */
export function countIn(
  chapter: Chapter,
  found: ReadonlyMap<string, readonly Difference[]>,
): number {
  return chapter.clauses.filter(({ id }) => found.has(id)).length;
}

/** The chapters with only those clauses in which an edition differs. */
export function onlyDiffering(
  chapters: readonly Chapter[],
  found: ReadonlyMap<string, readonly Difference[]>,
): Chapter[] {
  return chapters
    .filter((chapter) => countIn(chapter, found) > 0)
    .map((chapter) => ({
      ...chapter,
      intro: '',
      clauses: chapter.clauses.filter(({ id }) => found.has(id)),
    }));
}

/** A switch's values in words, each with the editions that have it, in the order of the editions. */
export function choicesOf(
  { editions }: Reference,
  about: Switch,
): { readonly value: string; readonly editions: readonly Edition[] }[] {
  const chosen = editions.map((edition) => ({ edition, value: choiceOf(about, edition.id) }));
  return [...new Set(chosen.map(({ value }) => value))].map((value) => ({
    value,
    editions: chosen.filter((each) => each.value === value).map(({ edition }) => edition),
  }));
}
