/** Why the best answer is better than another one: what its playouts show more often, or more of. */

import { numbers, t } from '../../base/language/messages';
import type { PlayoutFact, PlayoutReason } from '../../base/protocol';
import { resourceName } from '../../base/words';
import type { RankId } from './ranks';

const RESOURCES = ['brick', 'lumber', 'wool', 'grain', 'ore'] as const;
const SHARES: readonly PlayoutFact[] = [
  'win',
  'longest_road',
  'largest_army',
  'city',
  'settlement',
];

/**
 * Which answer the best is better than: the reader's own, their move in a game, the one that is looked at, or another one, by its
 * place on the board or in the list.
 */
export type Whose = 'own' | 'move' | 'this' | { readonly name: string } | { readonly rank: RankId };

/**
 * The differences in a sentence: `With your answer, over the next two rounds: no lumber instead of 1.4; 2.3 victory points instead of
 * 2.8.`
 */
export function reasonsText(
  reasons: readonly PlayoutReason[],
  whose: Whose,
  isSetUp: boolean,
): string {
  const what = reasons
    .map((reason) => differenceText(reason))
    .reduce((one, other) => t('exercise.both', { one, other }));
  // As many as are played (`playout_rounds`). A win is one of this turn.
  const isLater = reasons.some(({ fact }) => fact !== 'win');
  const rounds = !isLater ? 'none' : isSetUp ? 'three' : 'two';
  const isNamed = typeof whose === 'object' && 'name' in whose;
  const name = isNamed ? whose.name : '';
  const who = typeof whose === 'string' ? whose : isNamed ? 'place' : whose.rank;
  return t('exercise.because', { who, name, rounds, what });
}

/** `5.2 cards instead of 6.9`. */
function differenceText({ fact, best, other }: PlayoutReason): string {
  const resource = RESOURCES.find((one) => one === fact);
  const isShare = SHARES.includes(fact);
  const format = new Intl.NumberFormat(numbers(), { minimumFractionDigits: 1 });
  // None is none, and of games there are no parts.
  const written = (count: number) =>
    isShare || count === 0 ? String(count) : format.format(count / 10);
  if (resource && other === 0) return t('exercise.none', { which: resource, best: written(best) });
  return t('exercise.difference', {
    fact: resource ? 'resource' : fact,
    resource: resource ? resourceName(resource) : '',
    best: written(best),
    other: written(other),
  });
}
