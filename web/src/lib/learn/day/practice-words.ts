/** What is said of how somebody does with the questions of all days. */

import { t } from '../../base/language/messages';
import { percent } from '../../after/statistics/figures';
import type { Answered } from './kept';
import type { Tally } from './practice';

/** What an answer cost: `costs 3 points`; nothing where it cost nothing, or that is not known. */
export function costText({ cost }: Answered): string {
  return cost ? t('exercise.verdict', { verdict: 'worse', count: cost }) : '';
}

/** How far somebody is: `34 of 90 answered, 12 best`. */
export function tallyText({ asked, answered, best }: Tally): string {
  return t('day.tally', { asked, answered, best });
}

/** How strong somebody is: `72%`; a dash where too little is known. */
export function strengthText({ strength }: Tally): string {
  return strength === null ? '–' : percent(strength);
}
