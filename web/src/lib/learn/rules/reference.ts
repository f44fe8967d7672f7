/** The rules as the page shows them: what the build makes of `docs/rules`. */

/** Everything that the rules say, in one language. */
export interface Reference {
  /** Its code, as in BCP 47. */
  readonly language: string;
  /** The default first. */
  readonly editions: readonly Edition[];
  readonly switches: readonly Switch[];
  readonly chapters: readonly Chapter[];
}

/** A rulebook, as a preset of the switches. */
export interface Edition {
  /** Such as `mayfair-1996`. */
  readonly id: string;
  readonly name: string;
  /** Where it comes from, in a few words. */
  readonly about: string;
}

/** One choice in which editions differ. How it is worded in the language of the page, `switches.ts` knows. */
export interface Switch {
  /** Such as `city_cost`. */
  readonly id: string;
  /** The clause that it changes. */
  readonly clause: string;
  /** What can be chosen. */
  readonly options: readonly { readonly id: string; readonly words: string }[];
  /** The words of what each edition has chosen. */
  readonly values: Readonly<Record<string, string>>;
}

/** A chapter, such as `BLD`. */
export interface Chapter {
  readonly id: string;
  readonly title: string;
  /** HTML; may be empty. */
  readonly intro: string;
  readonly clauses: readonly Clause[];
}

/** A clause, such as `BLD-09`. */
export interface Clause {
  readonly id: string;
  readonly title: string;
  /**
   * Whether it waits to be built, is a hint that no game can break, or is off in every edition and
   * there to be chosen.
   */
  readonly status: 'planned' | 'advice' | 'optional' | null;
  /** What it says, as HTML. Other clauses and switches are links to `#BLD-09` and `#city_cost`. */
  readonly html: string;
  /** What it says of editions, as HTML; may be empty. */
  readonly editions: string;
  /** The editions that play without it. */
  readonly without: readonly string[];
}
