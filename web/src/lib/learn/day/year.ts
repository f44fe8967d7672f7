/** Which question a day has: the same for everybody on that date. */

import puzzles from 'virtual:puzzles';

import type { Worth } from '../exercise/ranks';
import type { PlayoutReason } from '../../base/protocol';
import { numberOf, weekdayOf, type Day } from './calendar';
import { KINDS, type PuzzleKind } from './kinds';

/** A question of the year, as `docs/book/puzzles.md` describes it. */
export interface Puzzle {
  readonly kind: PuzzleKind;
  /** What the seat sees, in notation. */
  readonly view: string;
  /** In notation, the best first. */
  readonly answers: readonly string[];
  readonly worth: readonly Worth[];
  /** For each answer, what the best leads to that it does not. */
  readonly reasons: readonly (readonly PlayoutReason[])[];
  /** How many of a hundred weaker bots do something that is not as good as the best. */
  readonly difficulty: number;
}

const BY_KIND = KINDS.map((kind) => puzzles.filter((puzzle) => puzzle.kind === kind));

/** The question of a day; after a year they come again. */
export function puzzleOf(day: Day): Puzzle {
  const week = Math.floor(numberOf(day) / 7);
  const all = BY_KIND[weekdayOf(day)] ?? [];
  const found = all[((week % all.length) + all.length) % all.length];
  if (!found) throw new RangeError(`there is no question for ${day}`);
  return found;
}
