/** Fields: what can be chosen, how it is called, and how a value is typed. */

import { listed } from '../../base/language/format';
import { t } from '../../base/language/messages';
import { characters, lengthNote } from '../../base/page/name-length';
import { LONGEST_NAME } from '../../base/protocol/constants';
import type { Setup } from '../../make/setup/orders';
import { plain } from './fold';
import { lexicon } from './lexicon';
import { nearest } from './nearest';
import { Misread } from './misread';

/** Something that is chosen about a game. */
export interface Field {
  /** What it is called: as the page has it first. */
  readonly names: readonly string[];
  /** What it can be, where that is a choice of a few. */
  readonly values: readonly string[];
  /** What it is. */
  readonly now: (setup: Setup) => string;
  /** The set-up with what was typed. Throws {@link Misread} where that says nothing. */
  readonly put: (setup: Setup, typed: string) => Setup;
}

/** What a choice is set to by a word such as `off`. */
const NONE: readonly unknown[] = [false, 'off', 'never', 'forbidden'];

/** The field that a line begins with, and what follows it. */
export function fieldIn(typed: string, fields: readonly Field[]): { field: Field; rest: string } {
  const words = typed.trim().split(/\s+/u);
  const { found, count } = fieldsNamed(words, fields);
  const [field] = found;
  if (field && found.length === 1) return { field, rest: words.slice(count).join(' ') };
  if (found.length) {
    const names = listed(found.map(titleOf), 'disjunction');
    throw new Misread(t('textAnswers.whichField', { names }));
  }
  const all = fields.flatMap(({ names }) => names.map((name) => name.toLocaleLowerCase()));
  const [first = ''] = words;
  throw new Misread(t('textAnswers.noCommand', { typed: first }), nearest(first, all));
}

/** The fields whose name the line can begin with, and how many of its words name them. */
export function fieldsNamed(
  words: readonly string[],
  fields: readonly Field[],
): { found: readonly Field[]; count: number } {
  let several = { found: [] as readonly Field[], count: 0 };
  const ways: readonly ((name: string, typed: string) => boolean)[] = [
    (name, typed) => name === typed,
    (name, typed) => name.startsWith(typed),
    (name, typed) => typed.split(' ').every((word) => name.split(' ').includes(word)),
  ];
  for (const fits of ways) {
    for (let count = words.length; count > 0; count--) {
      const typed = plain(words.slice(0, count).join(' '));
      if (!typed) continue;
      const found = fields.filter(({ names }) => names.some((name) => fits(plain(name), typed)));
      if (found.length === 1) return { found, count };
      if (found.length) several = { found, count };
    }
  }
  return several;
}

/** What a field is called first. */
export function titleOf({ names: [name = ''] }: Field): string {
  return name;
}

/** One of a few values, each with what it makes of something. */
export interface Way {
  readonly value: string | boolean;
  readonly label: string;
  readonly put: (setup: Setup) => Setup;
}

/** A field with a few values. */
export function choice(
  title: string,
  ways: readonly Way[],
  now: (setup: Setup) => string | boolean,
): Field {
  return {
    names: [title],
    values: ways.map(({ label }) => label),
    now: (setup) => ways.find(({ value }) => value === now(setup))?.label ?? '',
    put: (setup, typed) => meant(typed, ways).put(setup),
  };
}

/** The way that was meant. A field with yes and no is set by its name alone. */
export function meant<W extends { readonly value: unknown; readonly label: string }>(
  typed: string,
  ways: readonly W[],
): W {
  const found = matching(typed, ways) ?? matching(bare(typed), ways);
  if (found) return found;
  const labels = ways.map(({ label }) => label);
  const said = { names: listed(labels, 'disjunction') };
  throw new Misread(
    t('textAnswers.whichValue', said),
    nearest(
      typed,
      labels.map((label) => label.toLocaleLowerCase()),
    ),
  );
}

/** The only way that is called so, begins so, or has all these words; null where none or several do. */
export function matching<W extends { readonly value: unknown; readonly label: string }>(
  typed: string,
  ways: readonly W[],
): W | null {
  const wanted = plain(typed);
  const exact = ways.find(({ label }) => plain(label) === wanted);
  if (exact) return exact;
  if (isWord('no', typed)) return ways.find(({ value }) => NONE.includes(value)) ?? null;
  if (wanted === '' || isWord('yes', typed))
    return ways.find(({ value }) => value === true) ?? null;
  const fits: readonly ((label: string) => boolean)[] = [
    (label) => label.startsWith(wanted),
    (label) => wanted.split(' ').every((word) => label.split(' ').includes(word)),
  ];
  for (const fit of fits) {
    const found = ways.filter(({ label }) => fit(plain(label)));
    if (found.length === 1) return found[0] ?? null;
  }
  return null;
}

/** A value without the preposition before it, as in "points to 12". */
function bare(typed: string): string {
  const words = typed.trim().split(/\s+/u);
  const from = words.findIndex((word) => !lexicon().to.has(plain(word)));
  return words.slice(Math.max(from, 0)).join(' ');
}

/** Whether something typed is a word for yes, or for no. */
export function isWord(id: 'yes' | 'no', typed: string): boolean {
  const { onWords, offWords } = lexicon();
  return (id === 'yes' ? onWords : offWords).has(plain(typed));
}

/** A name that is short enough. */
export function nameIn(typed: string, missing: string): string {
  if (typed && characters(typed) <= LONGEST_NAME) return typed;
  throw new Misread(lengthNote(typed) ?? missing);
}

/** A number within limits. */
export function numberIn(typed: string, { least, most }: { least: number; most: number }): number {
  const value = Number(/^\d+$/u.exec(bare(typed))?.[0] ?? Number.NaN);
  if (value >= least && value <= most) return value;
  throw new Misread(t('setup.numberOutside', { least, most }));
}
