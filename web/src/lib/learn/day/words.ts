/** What is said of the island of a day. */

import { rankId } from '../exercise/ranks';
import { properName, type TableSnapshot } from '../../play/game/snapshot';
import { toBargain } from '../../play/game/trade';
import { numbers, t } from '../../base/language/messages';
import { cardsText } from '../../base/words';
import { numberOf, type Day } from './calendar';
import type { Answered, Kept } from './kept';
import { kindOf } from './kinds';

const formats = new Map<string, Intl.DateTimeFormat>();

function format(day: Day, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options);
  // A day is the same in every zone.
  const made =
    formats.get(key) ?? new Intl.DateTimeFormat(numbers(), { ...options, timeZone: 'UTC' });
  formats.set(key, made);
  return made.format(Date.parse(`${day}T00:00:00Z`));
}

/** `Friday, November 27`. */
export function dateText(day: Day): string {
  return format(day, { weekday: 'long', day: 'numeric', month: 'long' });
}

/** `Nov 27`. */
export function shortDate(day: Day): string {
  return format(day, { day: 'numeric', month: 'short' });
}

/** `November 27, 2026`. */
export function wholeDate(day: Day): string {
  return format(day, { dateStyle: 'long' });
}

/** `Fri`. */
export function weekdayText(day: Day): string {
  return format(day, { weekday: 'short' });
}

/** What kind of question a day has: `Robber`. */
export function kindText(day: Day): string {
  return t('day.kind', { kind: kindOf(day) });
}

/** What becomes of a day. */
export type DayState = 'answered' | 'today' | 'missed' | 'coming';

/** How it stands with a day. */
export function stateOf(day: Day, today: Day, kept: Kept): DayState {
  if (kept[day]) return 'answered';
  if (day === today) return 'today';
  return numberOf(day) < numberOf(today) ? 'missed' : 'coming';
}

/** A day in words: `Friday, November 27, Robber: 2nd of 5`. */
export function dayText(day: Day, today: Day, kept: Kept): string {
  const answered = kept[day];
  return t('day.day', {
    date: dateText(day),
    kind: kindText(day),
    state: answered ? resultText(answered) : t('day.state', { state: stateOf(day, today, kept) }),
  });
}

/** How an answer compares: `2nd of 5`. */
export function resultText({ rank, of }: Answered): string {
  return t('day.result', { rank: rankId(rank), count: of });
}

/** The offer that is to be answered; nothing where the question is another. */
export function offerText(snapshot: TableSnapshot): string {
  const { phase, active } = snapshot.view;
  if (phase.type !== 'trade') return '';
  const { give, get } = toBargain(snapshot, phase.trade.terms);
  return t('day.offer', {
    name: properName(snapshot, active),
    give: cardsText(give),
    get: cardsText(get),
  });
}
