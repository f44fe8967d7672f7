/** Why the best answer is better than another one: what its playouts show more often, or more of. */

import { listed } from '../language/format';
import { numbers, t } from '../language/messages';
import { resourceName } from '../words';

const RESOURCES = ['brick', 'lumber', 'wool', 'grain', 'ore'] as const;
const SHARES = ['wins', 'longest_road', 'largest_army', 'city', 'settlement'] as const;

type Share = (typeof SHARES)[number];
type Resource = (typeof RESOURCES)[number];

/** What differs, as `docs/book/puzzles.md` describes it. */
export type Fact = Share | Resource | 'cards' | 'lost' | 'rivals' | 'points';

/** A difference: shares of games in percent, or means in tenths. */
export interface Reason {
  readonly fact: Fact;
  readonly best: number;
  readonly other: number;
}

/**
 * The differences in a sentence: `With your answer, the next rounds bring 0 lumber instead of 1.4.` `name` is that of the other
 * answer; none where it is the reader's own.
 */
export function reasonsText(reasons: readonly Reason[], name: string | null): string {
  const what = listed(reasons.map((reason) => differenceText(reason)));
  return t('exercise.because', { who: name === null ? 'own' : 'other', name: name ?? '', what });
}

/** `5.2 cards instead of 6.9`. */
function differenceText({ fact, best, other }: Reason): string {
  const resource = RESOURCES.find((one) => one === fact);
  const isShare = SHARES.some((one) => one === fact);
  const format = new Intl.NumberFormat(numbers(), { maximumFractionDigits: 1 });
  const written = (count: number) => format.format(isShare ? count : count / 10);
  return t('exercise.difference', {
    fact: resource ? 'resource' : fact,
    resource: resource ? resourceName(resource) : '',
    best: written(best),
    other: written(other),
  });
}
