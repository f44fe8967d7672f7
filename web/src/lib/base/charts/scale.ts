/** Where values lie in a drawing. */

import { ticks } from 'd3-array';

/** From a value to its place. */
export interface Scale {
  (value: number): number;
  /** From a place back to the value. */
  readonly invert: (place: number) => number;
}

/** A straight scale: `domain` are two values, `range` their places. */
export function linear(domain: readonly [number, number], range: readonly [number, number]): Scale {
  const [first, last] = domain;
  const [from, to] = range;
  // All values may be the same.
  const slope = last === first ? 0 : (to - from) / (last - first);
  const place = (value: number) => from + (value - first) * slope;
  const invert = (at: number) => (slope === 0 ? first : first + (at - from) / slope);
  return Object.assign(place, { invert });
}

/** Round values from 0 to at least the greatest one, about so many; whole ones where asked for. */
export function ticksTo(most: number, about: number, whole: boolean): number[] {
  const least = whole ? 1 : Number.EPSILON;
  const upTo = Math.max(most, least);
  const found = ticks(0, upTo, about).filter((tick) => !whole || Number.isInteger(tick));
  const step = (found[1] ?? upTo) - (found[0] ?? 0) || 1;
  const last = found.at(-1) ?? 0;
  return last < upTo - 1e-9 ? [...found, last + step] : found;
}

/** Where turns begin along the steps of a game: about so many of them, at round numbers. */
export function turnTicks(
  turns: readonly number[],
  about: number,
): { step: number; turn: number }[] {
  const round = ticks(0, turns.at(-1) ?? 0, about).filter((turn) => Number.isInteger(turn));
  return round.flatMap((turn) => {
    const step = turns.indexOf(turn);
    return turn === 0 || step < 0 ? [] : [{ step, turn }];
  });
}

/**
 * Moves places apart until neighbors have this gap, as little as possible and within bounds. The
 * answer is in the order in which they were given.
 */
export function spread(
  places: readonly number[],
  gap: number,
  [low, high]: readonly [number, number],
): number[] {
  const order = places.map((_, index) => index).sort((a, b) => at(places, a) - at(places, b));
  // Neighbors that are too close form a block round the middle of their places.
  const blocks: { sum: number; size: number }[] = [];
  const start = ({ sum, size }: { sum: number; size: number }) => {
    const length = (size - 1) * gap;
    return Math.max(low, Math.min(high - length, sum / size - length / 2));
  };
  for (const index of order) {
    blocks.push({ sum: at(places, index), size: 1 });
    for (;;) {
      const last = blocks.at(-1);
      const before = blocks.at(-2);
      if (!last || !before) break;
      if (start(before) + before.size * gap <= start(last) + 1e-9) break;
      blocks.splice(-2, 2, { sum: before.sum + last.sum, size: before.size + last.size });
    }
  }
  const result = places.map(() => 0);
  let next = 0;
  for (const block of blocks) {
    for (let each = 0; each < block.size; each += 1) {
      const index = order[next];
      if (index !== undefined) result[index] = start(block) + each * gap;
      next += 1;
    }
  }
  return result;
}

function at(places: readonly number[], index: number): number {
  return places[index] ?? 0;
}
