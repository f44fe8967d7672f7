/** Moving among places on the board by arrow keys, and finding the place that a finger meant. */

import type { Point } from './geometry';

/** A place that can be focused or picked. */
export interface Spot extends Point {
  readonly id: number;
}

export type Direction = 'up' | 'down' | 'left' | 'right';

const STEP: Readonly<Record<Direction, Point>> = {
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
};

/** The cosine of the half angle of the cone in which an arrow key looks. */
const CONE = Math.cos(Math.PI / 3);

/** Top row first, west to east. */
export function readingOrder<T extends Point>(spots: readonly T[]): T[] {
  // Whole units, so that rounding does not tear a row apart.
  return [...spots].sort((a, b) => Math.round(a.y) - Math.round(b.y) || a.x - b.x);
}

/**
 * The spot that an arrow key leads to: in a cone of 60 degrees to either side the one that is
 * near and straight ahead; else the nearest one that lies that way at all; else, for left and
 * right, the previous or next one in reading order. None at the end of the road.
 */
export function spotTowards<T extends Spot>(
  spots: readonly T[],
  from: Spot,
  direction: Direction,
): T | undefined {
  const step = STEP[direction];
  let ahead: T | undefined;
  let aheadScore = Infinity;
  let aside: T | undefined;
  let asideDistance = Infinity;
  for (const spot of spots) {
    if (spot.id === from.id) continue;
    const dx = spot.x - from.x;
    const dy = spot.y - from.y;
    const distance = Math.hypot(dx, dy);
    const cosine = (dx * step.x + dy * step.y) / distance;
    if (cosine >= CONE - 1e-9) {
      const score = distance / cosine;
      if (score < aheadScore) [ahead, aheadScore] = [spot, score];
    } else if (cosine > 1e-9 && distance < asideDistance) {
      [aside, asideDistance] = [spot, distance];
    }
  }
  if (ahead ?? aside) return ahead ?? aside;
  if (direction === 'left') return neighborInOrder(spots, from, -1);
  if (direction === 'right') return neighborInOrder(spots, from, 1);
  return undefined;
}

/** The next (1) or previous (-1) spot in reading order, round the end. */
export function neighborInOrder<T extends Spot>(
  spots: readonly T[],
  { id }: Spot,
  offset: 1 | -1,
): T | undefined {
  const order = readingOrder(spots);
  const index = order.findIndex((spot) => spot.id === id);
  return order[(index + offset + order.length) % order.length];
}

/** The spot nearest to a point, if one lies within reach. */
export function nearestSpot<T extends Spot>(
  spots: readonly T[],
  point: Point,
  reach: number,
): T | undefined {
  let best: T | undefined;
  let bestDistance = reach;
  for (const spot of spots) {
    const distance = Math.hypot(spot.x - point.x, spot.y - point.y);
    if (distance <= bestDistance) [best, bestDistance] = [spot, distance];
  }
  return best;
}
