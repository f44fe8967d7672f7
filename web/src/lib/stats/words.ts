/** Dice statistics in sentences. */

import { ENOUGH_THROWS, type DiceSource, type DiceStatistics, type SumStatistics } from './dice';

/** What all the throws together say. */
export function verdictText({ throws, pValue }: DiceStatistics, source: DiceSource): string {
  if (throws === 0) return 'Nobody has rolled yet.';
  const count = throws === 1 ? '1 roll' : `${throws} rolls`;
  if (source === 'deck') {
    return `${count} from a shuffled deck of all 36 throws, which keeps them closer to what is expected than dice.`;
  }
  if (pValue === null) {
    return `${count}: too few to judge all numbers together (that takes ${ENOUGH_THROWS}).`;
  }
  return `${count}. Of 100 games with fair dice, ${shareText(pValue)} are at least as uneven.`;
}

/** Whether a sum came as often as usual. */
export function placeText({ place }: SumStatistics): string {
  return { below: 'fewer than usual', inside: 'as usual', above: 'more than usual' }[place];
}

/** The band of a sum. */
export function bandText({ low, high }: SumStatistics): string {
  return low === high ? String(low) : `${low} to ${high}`;
}

/** With a digit behind the point. */
export function expectedText({ expected }: SumStatistics): string {
  return expected.toFixed(1);
}

/** The numbers that came unusually often or seldom, for those who do not see the chart. */
export function unusualText({ throws, sums }: DiceStatistics): string {
  const unusual = sums.filter(({ place }) => place !== 'inside');
  if (throws === 0) return '';
  if (!unusual.length) return 'Every number came as often as usual.';
  const told = unusual.map((each) => `${each.sum} came ${each.count} times, ${placeText(each)}`);
  return `${told.join('; ')}.`;
}

function shareText(share: number): string {
  const hundredths = Math.round(100 * share);
  if (hundredths < 1) return 'fewer than 1';
  return hundredths > 99 ? 'more than 99' : `about ${hundredths}`;
}
