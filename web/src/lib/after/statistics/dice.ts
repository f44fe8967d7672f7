/** How often each sum of two dice came, and what chance allows. Exact where that is easy, which it is. */

import type { Event } from '../../base/protocol';

/** Where throws come from: two dice, or the shuffled deck of all 36 throws (OPT-04). */
export type DiceSource = 'dice' | 'deck';

/** From 2 to 12. */
export const SUMS = Array.from({ length: 11 }, (_, at) => at + 2);

export interface SumStatistics {
  sum: number;
  /** In how many of 36 throws it comes: its pips. */
  ways: number;
  count: number;
  expected: number;
  /** At least 19 of 20 games have a count from here … */
  low: number;
  /** … up to here. */
  high: number;
  /** Where the count lies. */
  place: 'below' | 'inside' | 'above';
}

export interface DiceStatistics {
  throws: number;
  sums: SumStatistics[];
  /**
   * How many of all games with fair dice look at least as uneven as this one, from 0 to 1. None for a
   * deck, which is not meant to look like dice, and for fewer throws than say anything.
   */
  pValue: number | null;
}

/** From so many throws on, unevenness can be judged. */
export const ENOUGH_THROWS = 60;

/** What may lie outside of the band at each of its ends. */
const TAIL = 0.025;

/** The throws of all turns by their sums, 2 first. Those for the first player are no turn's. */
export function countThrows(events: Iterable<Event>): number[] {
  const counts = SUMS.map(() => 0);
  for (const event of events) {
    if (event.type !== 'rolled' && event.type !== 'rolled_again') continue;
    const at = event.dice[0] + event.dice[1] - 2;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}

/** What is to be said of these counts, 2 first. */
export function diceStatistics(
  counts: readonly number[],
  source: DiceSource = 'dice',
): DiceStatistics {
  const throws = counts.reduce((sum, count) => sum + count, 0);
  const sums = SUMS.map((sum, at) => {
    const ways = waysOf(sum);
    const count = counts[at] ?? 0;
    const [low, high] = band(throws, ways, source);
    const place = count < low ? 'below' : count > high ? 'above' : 'inside';
    return { sum, ways, count, expected: (throws * ways) / 36, low, high, place } as const;
  });
  return { throws, sums, pValue: source === 'dice' ? unevenness(counts, throws) : null };
}

/** How many of the 36 throws have this sum. */
export function waysOf(sum: number): number {
  return 6 - Math.abs(sum - 7);
}

/** The band in which the count of a sum with so many ways lies in at least 19 of 20 games. */
export function band(throws: number, ways: number, source: DiceSource): [number, number] {
  if (source === 'dice') return quantiles(binomial(throws, ways / 36));
  // Every deck that was used up has brought each throw once.
  const used = ways * Math.floor(throws / 36);
  const [low, high] = quantiles(hypergeometric(throws % 36, ways));
  return [used + low, used + high];
}

function quantiles(chances: readonly number[]): [number, number] {
  let upTo = 0;
  let low: number | null = null;
  for (const [count, chance] of chances.entries()) {
    upTo += chance;
    if (upTo > TAIL) low ??= count;
    if (upTo >= 1 - TAIL) return [low ?? count, count];
  }
  return [low ?? 0, chances.length - 1];
}

/** The chance of each count from 0. In logarithms, for powers of many throws are too small to write. */
function binomial(throws: number, chance: number): number[] {
  const odds = Math.log(chance) - Math.log1p(-chance);
  let logarithm = throws * Math.log1p(-chance);
  return Array.from({ length: throws + 1 }, (_, count) => {
    if (count > 0) logarithm += odds + Math.log(throws - count + 1) - Math.log(count);
    return Math.exp(logarithm);
  });
}

/** The chance of each count from 0 among so many of the 36 throws of a deck. */
function hypergeometric(drawn: number, ways: number): number[] {
  return Array.from(
    { length: Math.min(ways, drawn) + 1 },
    (_, count) => (choose(ways, count) * choose(36 - ways, drawn - count)) / choose(36, drawn),
  );
}

function choose(all: number, some: number): number {
  if (some < 0 || some > all) return 0;
  let ways = 1;
  for (let at = 1; at <= some; at += 1) ways = (ways * (all - some + at)) / at;
  return ways;
}

/**
 * Pearson's test. 2 and 3 count as one, and 11 and 12: alone they are too rare for it in one game. So
 * there are nine classes and eight degrees of freedom, for which the tail is a short sum.
 */
function unevenness(counts: readonly number[], throws: number): number | null {
  if (throws < ENOUGH_THROWS) return null;
  const classes = [[2, 3], [4], [5], [6], [7], [8], [9], [10], [11, 12]];
  let half = 0;
  for (const sums of classes) {
    const count = sums.reduce((all, sum) => all + (counts[sum - 2] ?? 0), 0);
    const expected = sums.reduce((all, sum) => all + (throws * waysOf(sum)) / 36, 0);
    half += (count - expected) ** 2 / expected / 2;
  }
  return Math.exp(-half) * (1 + half + half ** 2 / 2 + half ** 3 / 6);
}
