/** Why the best answer is better than another one: what its playouts show more often, or more of. */

import { listed } from '../../base/language/format';
import { numbers, t } from '../../base/language/messages';
import type { PlayoutFact, PlayoutReason } from '../../base/protocol';
import { resourceName } from '../../base/words';

const RESOURCES = ['brick', 'lumber', 'wool', 'grain', 'ore'] as const;
const SHARES: readonly PlayoutFact[] = ['longest_road', 'largest_army', 'city', 'settlement'];

/**
 * Which answer the best is better than: the reader's own, their move in a game, the one that is looked at, or another one, by its
 * name.
 */
export type Whose = 'own' | 'move' | 'this' | { readonly name: string; readonly isPlace: boolean };

/**
 * The differences in a sentence: `With your answer, over the next rounds: 0 lumber instead of 1.4.`
 */
export function reasonsText(reasons: readonly PlayoutReason[], whose: Whose): string {
  const what = listed(reasons.map((reason) => differenceText(reason)));
  const [who, name] =
    typeof whose === 'string'
      ? [whose, '']
      : ([whose.isPlace ? 'place' : 'other', whose.name] as const);
  return t('exercise.because', { who, name, what });
}

/** `5.2 cards instead of 6.9`. */
function differenceText({ fact, best, other }: PlayoutReason): string {
  const resource = RESOURCES.find((one) => one === fact);
  const isShare = SHARES.includes(fact);
  const format = new Intl.NumberFormat(numbers(), { minimumFractionDigits: 1 });
  // None is none, and of games there are no parts.
  const written = (count: number) =>
    isShare || count === 0 ? String(count) : format.format(count / 10);
  return t('exercise.difference', {
    fact: resource ? 'resource' : fact,
    resource: resource ? resourceName(resource) : '',
    best: written(best),
    other: written(other),
  });
}
