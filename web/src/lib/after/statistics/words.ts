/** Dice statistics in sentences. */

import { decimal } from '../../base/language/format';
import { t } from '../../base/language/messages';
import { ENOUGH_THROWS, type DiceSource, type DiceStatistics, type SumStatistics } from './dice';

/** What all the throws together say. */
export function verdictText({ throws, pValue }: DiceStatistics, source: DiceSource): string {
  const count = throws;
  if (count === 0) return t('stats.nobodyRolled');
  if (source === 'deck') return t('stats.deck', { count });
  if (pValue === null) return t('stats.tooFew', { count, enough: ENOUGH_THROWS });
  const share = Math.round(100 * pValue);
  if (share < 1) return t('stats.fewerThanOne', { count });
  return share > 99 ? t('stats.moreThanMost', { count }) : t('stats.about', { count, share });
}

/** Whether a sum came as often as usual. */
export function placeText({ place }: SumStatistics): string {
  return t(`stats.${place}`);
}

/** The band of a sum. */
export function bandText({ low, high }: SumStatistics): string {
  return low === high ? String(low) : t('stats.band', { low, high });
}

/** With a digit behind the point. */
export function expectedText({ expected }: SumStatistics): string {
  return decimal(expected);
}

/** The numbers that came unusually often or seldom, for those who do not see the chart. */
export function unusualText({ throws, sums }: DiceStatistics): string {
  if (throws === 0) return '';
  const unusual = sums.flatMap(({ place, sum, count }) => {
    if (place === 'inside') return [];
    const came = { sum, count };
    return [place === 'below' ? t('stats.unusualBelow', came) : t('stats.unusualAbove', came)];
  });
  return unusual.length ? t('stats.unusual', { what: unusual.join('; ') }) : t('stats.allUsual');
}
