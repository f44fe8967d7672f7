/** Which kind of question each day asks about. */

import days from 'virtual:days';

import type { PuzzleKind } from '../../base/protocol';
import { numberOf, type Day } from './calendar';

/** All kinds, in the order of their days. */
export const KINDS: readonly PuzzleKind[] = [...new Set(days)];

/** What a day asks about. */
export function kindOf(day: Day): PuzzleKind {
  return days[placeOf(day)] ?? days[0];
}

/** How many days before this one, from the first on, have asked about the same. */
export function earlierOf(day: Day): number {
  const kind = kindOf(day);
  const among = (some: readonly PuzzleKind[]) => some.filter((one) => one === kind).length;
  const place = placeOf(day);
  return ((numberOf(day) - place) / days.length) * among(days) + among(days.slice(0, place));
}

/** The place of a day among those that come again and again. */
function placeOf(day: Day): number {
  return ((numberOf(day) % days.length) + days.length) % days.length;
}
