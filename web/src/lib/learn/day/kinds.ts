/** The kinds of questions: one for each day of the week. */

import { weekdayOf, type Day } from './calendar';

/** By weekday, from Monday. */
export const KINDS = [
  'first_settlement',
  'second_settlement',
  'road',
  'trade',
  'robber',
  'cards',
  'last_points',
] as const;

export type PuzzleKind = (typeof KINDS)[number];

/** What a day asks for. */
export function kindOf(day: Day): PuzzleKind {
  return KINDS[weekdayOf(day)] ?? KINDS[0];
}
