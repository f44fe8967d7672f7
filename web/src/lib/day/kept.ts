/** Which days are answered. It is kept in the browser's own storage, by date: a new version of the page changes nothing. */

import { later, type Day } from './calendar';

const KEY = 'brickwood.days';

/** An answer to the question of a day. */
export interface Answered {
  /** In notation. */
  readonly answer: string;
  /** From 1 for the best. */
  readonly rank: number;
  /** How many answers there were. */
  readonly of: number;
  /** Whether it was given on that very day: only these make a streak. */
  readonly onTime: boolean;
}

/** All answers, by day. */
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

/** Keeps an answer; the first one to a question counts. */
export function keepDay(day: Day, answered: Answered): Kept {
  const before = readDays();
  if (before[day]) return before;
  const kept = { ...before, [day]: answered };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // It lasts as long as the page.
  }
  return kept;
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
