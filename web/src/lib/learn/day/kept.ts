/** Which days are answered. It is kept in the browser's own storage, by date: a new version of the page changes nothing. */

import { later, type Day } from './calendar';

/** Where it is kept. */
export const KEY = 'brickwood.days';

/** An answer to the question of a day. */
export interface Answered {
  /** In notation. */
  readonly answer: string;
  /** From 1 for the best, and for what is as good. */
  readonly rank: number;
  /** How many answers there were. */
  readonly of: number;
  /** Whether it was given on that very day: only these make a streak. */
  readonly onTime: boolean;
  /** What it cost against the best, in points of the chance to win; answers of before do not say. */
  readonly cost?: number;
  /** When the question is asked again; nothing where it was found. */
  readonly again?: Again | undefined;
}

/** A question that is to come again. */
export interface Again {
  readonly on: Day;
  /** How often in a row it was found since it was missed. */
  readonly found: number;
}

/** All answers by day, in the order in which they were given. */
export type Kept = Readonly<Record<Day, Answered>>;

/** What is kept. */
export function readDays(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Kept) : {};
  } catch {
    // Storage may be forbidden or spoilt; then nothing is answered yet.
    return {};
  }
}

/** How many days in a row were answered in time, up to today, or up to yesterday while today can still be answered. */
export function streak(kept: Kept, today: Day): number {
  let day = kept[today]?.onTime ? today : later(today, -1);
  let count = 0;
  while (kept[day]?.onTime) {
    count += 1;
    day = later(day, -1);
  }
  return count;
}
