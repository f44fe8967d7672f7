/** Reads what was typed from left to right: places, cards, and names of players. */

import type { PlaceKind } from '../board/targets';
import { RESOURCES } from '../../base/cards';
import { listed } from '../../base/language/format';
import { t } from '../../base/language/messages';
import { properName, viewerOf, type TableSnapshot } from '../game/snapshot';
import type { Resource, Seat } from '../../base/protocol';
import type { CommandMode } from '../intent/commands';
import type { Side } from './commands';
import type { Field } from './setup-words';
import { fold } from './fold';
import { wordsIn, type Word } from './line';
import { lexicon, nearestWord } from './lexicon';
import { Misread } from './misread';
import { nearest } from './nearest';
import type { PlaceNames } from './places';

/** The most words that name a place: `c 3 north east`. */
const PLACE_WORDS = 4;
/** A short word that is written as one with the next, such as `d'` in "d'argile". */
const JOINED = /^(\p{L}+')(?=\p{L})/u;

/** What has to be known of a table to understand what is typed there. */
export interface KnownTable {
  readonly snapshot: TableSnapshot;
  readonly places: PlaceNames;
  readonly mode: Exclude<CommandMode, 'setup'>;
  /** What its host can set in the waiting room. */
  readonly fields?: readonly Field[];
}

/** What has to be known of a set-up. */
export interface KnownSetup {
  readonly mode: 'setup';
  readonly fields: readonly Field[];
  /** How many seats there are. */
  readonly seats: number;
}

/** Where something is typed, and what has to be known to understand it. */
export type Known = KnownTable | KnownSetup;

/** The rest of what was typed. */
export class Reader {
  #words: readonly Word[];

  constructor(
    words: readonly Word[],
    readonly known: Known,
  ) {
    this.#words = words;
  }

  get isDone(): boolean {
    return this.#words.length === 0;
  }

  /** What is left, as it is compared. */
  get rest(): string {
    return this.#folded();
  }

  /** What is left, as it was typed. */
  get typed(): string {
    return this.#words.map(({ typed }) => typed).join(' ');
  }

  /** The same as {@link rest}; it is read then. */
  all(): string {
    const { rest } = this;
    this.#words = [];
    return rest;
  }

  #folded(count = this.#words.length): string {
    return this.#words
      .slice(0, count)
      .map(({ folded }) => folded)
      .join(' ');
  }

  get #second(): string {
    return this.#words[1]?.folded ?? '';
  }

  get #table(): KnownTable | null {
    return this.known.mode === 'setup' ? null : this.known;
  }

  get #first(): string {
    return this.#words[0]?.folded ?? '';
  }

  #skip(count: number): void {
    this.#words = this.#words.slice(count);
  }

  /** Whether a word of these comes next, or begins the next one; it is read then. */
  takes(words: ReadonlySet<string>): boolean {
    const [first, ...others] = this.#words;
    if (!first) return false;
    if (words.has(first.folded)) {
      this.#skip(1);
      return true;
    }
    const joined = joinedTo(first.folded);
    if (!joined || !words.has(joined)) return false;
    const { length } = joined;
    const rest = { folded: first.folded.slice(length), typed: first.typed.slice(length) };
    this.#words = [rest, ...others];
    return true;
  }

  /** Whether this mark comes next; it is read then. */
  takesMark(mark: string): boolean {
    return this.takes(new Set([mark]));
  }

  /** A number; null where none comes next. */
  number(): number | null {
    if (!/^\d+$/.test(this.#first)) return null;
    const value = Number(this.#first);
    this.#skip(1);
    return value;
  }

  /** The row of a board; null where none comes next. */
  row(): string | null {
    const found = /^[a-z]$/.test(this.#first) ? this.#first.toUpperCase() : null;
    if (found) this.#skip(1);
    return found;
  }

  /** A place of one of these kinds; null where none comes next. */
  place(...kinds: readonly PlaceKind[]): { kind: PlaceKind; id: number } | null {
    const places = this.#table?.places;
    if (!places) return null;
    for (let count = Math.min(PLACE_WORDS, this.#words.length); count > 0; count--) {
      const name = placeTyped(this.#folded(count));
      if (name === null) continue;
      for (const kind of kinds) {
        const id = places.find(kind, name);
        if (id === null) continue;
        this.#skip(count);
        return { kind, id };
      }
    }
    const { fillers, to } = lexicon();
    return this.takes(fillers) || this.takes(to) ? this.place(...kinds) : null;
  }

  /** A place of this kind, which has to come next. */
  placeOf(kind: PlaceKind): number {
    const { rest, typed } = this;
    const found = this.place(kind);
    if (found) return found.id;
    const said = { typed, kind };
    if (typed === '') throw new Misread(t('textAnswers.whichPlace', said));
    const name = placeTyped(rest) ?? rest.replaceAll(' ', '');
    const meant = nearest(name, this.#table?.places.all(kind) ?? []);
    throw new Misread(t('textAnswers.noPlace', said), meant);
  }

  /** A resource; null where none comes next. */
  resource(): Resource | null {
    const found = resourceCalled(this.#first);
    if (found) this.#skip(1);
    return found;
  }

  /** A resource, which has to come next. */
  resourceNext(): Resource {
    while (this.takes(lexicon().fillers)) continue;
    const found = this.resource();
    if (found) return found;
    throw this.isDone ? new Misread(t('textAnswers.whichResource')) : this.#noResource();
  }

  /** Cards, as many as come next: `2 wool and ore`. */
  side(): Side {
    const cards: { resource: Resource; count: number | null }[] = [];
    let any = 0;
    const { any: anyWords, and, articles, fillers } = lexicon();
    for (;;) {
      while (cards.length + any > 0 && (this.takes(and) || this.takesMark('+'))) continue;
      while (this.takes(fillers)) continue;
      const [, number, rest] = /^(\d+)x?(\D.*)$/u.exec(this.#first) ?? [];
      if (number && rest) this.#words = [...wordsIn(`${number} ${rest}`), ...this.#words.slice(1)];
      const isOne = articles.has(this.#first) && this.#cardsFollow;
      if (isOne) this.#skip(1);
      const count = isOne ? 1 : this.#countOfCards();
      while (count !== null && this.takes(fillers)) continue;
      if (this.takes(anyWords)) {
        any += count ?? this.number() ?? 1;
        continue;
      }
      const resource = this.resource();
      if (resource) cards.push({ resource, count });
      else if (count !== null) cards.push({ resource: this.resourceNext(), count });
      else return { cards, any };
    }
  }

  /** A number before a resource, and not one that names a seat or a hex. */
  #countOfCards(): number | null {
    return this.#cardsFollow || this.#words.length === 1 ? this.number() : null;
  }

  /** Whether the word after the next is about cards. */
  get #cardsFollow(): boolean {
    const word = this.#second;
    const { any, fillers } = lexicon();
    const fills = fillers.has(word) || fillers.has(joinedTo(word));
    return fills || any.has(word) || resourceCalled(word) !== null;
  }

  /** Nothing may be left that was not understood. */
  end(): void {
    while (this.takes(lexicon().fillers)) continue;
    if (!this.isDone) throw new Misread(t('textAnswers.tooMuch', { typed: this.typed }));
  }

  #noResource(): Misread {
    const [{ folded, typed } = { folded: '', typed: '' }] = this.#words;
    return new Misread(
      t('textAnswers.noResource', { typed }),
      nearestWord(folded, lexicon().resources.keys()),
    );
  }

  /** Cards, of which there has to be at least one. */
  cards(): Side {
    const found = this.side();
    if (found.cards.length + found.any > 0) return found;
    throw this.isDone ? new Misread(t('textAnswers.whichCards')) : this.#noResource();
  }

  /** A player other than the reader; null where none comes next. */
  seat(): Seat | null {
    while (this.takes(lexicon().to)) continue;
    const snapshot = this.#table?.snapshot;
    if (!snapshot) return null;
    for (let count = this.#words.length; count > 0; count--) {
      const found = seatsCalled(snapshot, this.#folded(count));
      const [only, second] = found;
      if (only === undefined) continue;
      if (second !== undefined) {
        const names = found.map((seat) => properName(snapshot, seat));
        throw new Misread(t('textAnswers.whichPlayerOf', { names: listed(names, 'disjunction') }));
      }
      this.#skip(count);
      return only;
    }
    return null;
  }

  /** A player, who has to come next. */
  seatNext(): Seat {
    const found = this.seat();
    if (found !== null) return found;
    const snapshot = this.#table?.snapshot;
    const names = (snapshot?.seats ?? []).flatMap((_, seat) =>
      snapshot && seat !== viewerOf(snapshot) ? [properName(snapshot, seat)] : [],
    );
    const said = { typed: this.typed, names: listed(names) };
    if (this.isDone) throw new Misread(t('textAnswers.whichPlayer', said));
    throw new Misread(
      t('textAnswers.noPlayer', said),
      nearest(
        this.#first,
        names.map((name) => name.toLocaleLowerCase()),
      ),
    );
  }

  /** All players that come next; null where none does. */
  seats(): Seat[] | null {
    while (this.takes(lexicon().to)) continue;
    if (this.isDone) return null;
    const found: Seat[] = [];
    while (!this.isDone) {
      found.push(this.seatNext());
      while (this.takes(lexicon().and)) continue;
    }
    return [...new Set(found)].sort((a, b) => a - b);
  }
}

/** The short word that a word begins with; empty where there is none. */
function joinedTo(word: string): string {
  return JOINED.exec(word)?.[0] ?? '';
}

/** `c3ne`, from any way to write it: `C3 north-east`; null where it is no name of a place. */
export function placeTyped(typed: string): string | null {
  const parts = /^([a-z]) ?(\d{1,2}) ?(.*)$/u.exec(fold(typed).trim());
  if (!parts) return null;
  const [, row = '', column = '', words = ''] = parts;
  const { directions } = lexicon();
  const direction =
    words === '' ? '' : (directions.get(words) ?? directions.get(words.replaceAll(' ', '')));
  return direction === undefined ? null : `${row}${Number(column)}${direction}`;
}

/** A resource by its name, or by the letters that it begins with. */
export function resourceCalled(typed: string): Resource | null {
  const word = fold(typed);
  if (word === '') return null;
  const { resources, resourceNames, ...others } = lexicon();
  const exact = resources.get(word);
  if (exact) return exact;
  if ([others.for, others.to, others.and, others.any].some((words) => words.has(word))) return null;
  // Their own names before what else they are called.
  const short = RESOURCES.filter((each) => fold(resourceNames[each]).startsWith(word));
  if (short.length === 1) return short[0] ?? null;
  const meant = new Set(
    [...resources].flatMap(([name, each]) => (name.startsWith(word) ? [each] : [])),
  );
  const [only] = meant;
  return meant.size === 1 && only ? only : null;
}

/** The seats of others whose name is this, or begins so, or whose number it is. */
function seatsCalled(snapshot: TableSnapshot, typed: string): Seat[] {
  const others = snapshot.seats.flatMap((_, seat) => (seat === viewerOf(snapshot) ? [] : [seat]));
  const name = (seat: Seat) => fold(properName(snapshot, seat));
  const exact = others.filter((seat) => name(seat) === typed);
  if (exact.length) return exact;
  const begins = others.filter((seat) => {
    const words = name(seat).split(/[ ']/u);
    return name(seat).startsWith(typed) || words.some((word) => word.startsWith(typed));
  });
  if (begins.length) return begins;
  return others.filter((seat) => String(seat + 1) === typed);
}
