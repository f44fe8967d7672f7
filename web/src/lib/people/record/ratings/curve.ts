/** A rating over time, as a chart shows it. */

import { ticks } from 'd3-array';

import type { MyRating, RatingRange } from '../../../base/protocol';

/** The range before the oldest game, and after each, the oldest first. */
export function rangesOf({ games }: MyRating): RatingRange[] {
  const oldest = games.at(-1);
  return oldest ? [oldest.before, ...games.map(({ after }) => after).reverse()] : [];
}

/** The round numbers that are named beside ranges: the first and the last lie around all of them. */
export function levelsOf(ranges: readonly RatingRange[], about: number): number[] {
  const low = Math.min(...ranges.map((range) => range.low));
  const high = Math.max(...ranges.map((range) => range.high));
  const found = ticks(low, high, about);
  const [first = low, second = high] = found;
  const step = Math.max(10, second - first);
  const last = found.at(-1) ?? high;
  return [...(first > low ? [first - step] : []), ...found, ...(last < high ? [last + step] : [])];
}
