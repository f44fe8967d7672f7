/** Lists, dates and first letters as the language writes them. */

import { numbers } from './messages';

const lists = new Map<string, Intl.ListFormat>();

/** `a, b and c`. */
export function listed(
  items: readonly string[],
  type: Intl.ListFormatType = 'conjunction',
): string {
  const made = lists.get(type) ?? new Intl.ListFormat(numbers(), { type });
  lists.set(type, made);
  return made.format(items);
}

let times: Intl.DateTimeFormat | undefined;

/** A day and a time of it, of milliseconds since 1970. */
export function dateAndTime(ms: number): string {
  times ??= new Intl.DateTimeFormat(numbers(), { dateStyle: 'medium', timeStyle: 'short' });
  return times.format(ms);
}

let hours: Intl.DateTimeFormat | undefined;

/** A time of the day, of milliseconds since 1970. */
export function timeOfDay(ms: number): string {
  hours ??= new Intl.DateTimeFormat(numbers(), { timeStyle: 'short' });
  return hours.format(ms);
}

let decimals: Intl.NumberFormat | undefined;

/** A number with one digit behind the point: `7.5`. */
export function decimal(value: number): string {
  decimals ??= new Intl.NumberFormat(numbers(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    useGrouping: false,
  });
  return decimals.format(value);
}

let days: Intl.DateTimeFormat | undefined;

/** A day, of milliseconds since 1970. */
export function dayOf(ms: number): string {
  days ??= new Intl.DateTimeFormat(numbers(), { dateStyle: 'medium' });
  return days.format(ms);
}

/** The first letter in upper case. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
