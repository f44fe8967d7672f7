/** What is sent to others of an answered day. */

import { t } from '../../base/language/messages';
import type { Day } from './calendar';
import type { Answered } from './kept';
import { resultText, shortDate } from './words';

/** Squares for a rank, which tell no place: all of them green for the best, and fewer yellow ones the more is better. */
function squares({ rank, of }: Answered): string {
  const full = of - rank + 1;
  return (rank === 1 ? '🟩' : '🟨').repeat(full) + '⬜'.repeat(of - full);
}

/**
 * The line that is shared: `Brickwood, island of the day, Nov 27: 2nd of 5, 12-day streak`, with squares and, where others
 * can open the page, its address.
 */
export function shareLine(
  day: Day,
  answered: Answered,
  streak: number,
  address: string | null,
): string {
  const line = t('day.share', {
    date: shortDate(day),
    result: resultText(answered),
    counts: streak ? 'yes' : 'no',
    streak,
  });
  return [line, squares(answered), address ?? []].flat().join(' ');
}
