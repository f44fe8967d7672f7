/** Days by date, as the reader's own calendar has them: no clock and no zone is in a day. */

/** A day as it is written: `2026-11-27`. */
export type Day = string;

const MS = 24 * 60 * 60 * 1000;

/** The day on which there was the first island: a Monday. */
export const FIRST_DAY: Day = '2026-08-31';

/** The day of a time in milliseconds, where the reader is. */
export function dayOf(time: number): Day {
  const now = new Date(time);
  const part = (value: number, digits: number) => String(value).padStart(digits, '0');
  return [part(now.getFullYear(), 4), part(now.getMonth() + 1, 2), part(now.getDate(), 2)].join(
    '-',
  );
}

/** The number of a day: one more for each next day. */
export function numberOf(day: Day): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${FIRST_DAY}T00:00:00Z`)) / MS);
}

/** The day with a number. */
export function dayAt(number: number): Day {
  return new Date(Date.parse(`${FIRST_DAY}T00:00:00Z`) + number * MS).toISOString().slice(0, 10);
}

/** A day some days later, or earlier. */
export function later(day: Day, by: number): Day {
  return dayAt(numberOf(day) + by);
}

/** Whether a text names a day that there is. */
export function isDay(text: string): boolean {
  const number = /^\d{4}-\d\d-\d\d$/.test(text) ? numberOf(text) : Number.NaN;
  return !Number.isNaN(number) && dayAt(number) === text;
}

/** The place of a day in its week: 0 for Monday. */
export function weekdayOf(day: Day): number {
  return ((numberOf(day) % 7) + 7) % 7;
}

/** The seven days of a day's week. */
export function weekOf(day: Day): Day[] {
  return Array.from({ length: 7 }, (_, at) => later(day, at - weekdayOf(day)));
}

/** How many milliseconds it is until the next day begins, where the reader is. */
export function untilNextDay(time: number): number {
  const now = new Date(time);
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - time;
}
