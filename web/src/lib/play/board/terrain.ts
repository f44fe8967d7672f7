/**
 * Placing the motifs of a terrain's pattern in the hex round the origin: whole, so that no tree is
 * cut by the edge of its hex, and not where the number token would hide them.
 */

import { SIDE, HALF_WIDTH, type Point } from './geometry';

/** How far the middle of a motif stays from that of the token. */
const TOKEN_ROOM = 25;

/** A staggered grid: its steps, and how far its points stay from the hex's edges. */
export interface Grid extends Point {
  readonly room: number;
}

/**
 * The points of a grid that lie at least `tokenRoom` from the hex's middle, top row first, so that
 * what is nearer is drawn later.
 */
export function gridPoints(grid: Grid, tokenRoom: number = TOKEN_ROOM): Point[] {
  const points: Point[] = [];
  const rows = Math.floor(SIDE / grid.y);
  const columns = Math.ceil(HALF_WIDTH / grid.x) + 1;
  for (let row = -rows; row <= rows; row += 1) {
    for (let column = -columns; column <= columns; column += 1) {
      const point = { x: (column + (row % 2 === 0 ? 0 : 0.5)) * grid.x, y: row * grid.y };
      if (Math.hypot(point.x, point.y) >= tokenRoom && insideHex(point, grid.room))
        points.push(point);
    }
  }
  return points;
}

/** Whether a point lies in the hex round the origin, at least `room` from its edges. */
export function insideHex({ x, y }: Point, room: number): boolean {
  const apothem = HALF_WIDTH - room;
  const slanted = Math.abs(x) / 2 + (Math.abs(y) * Math.sqrt(3)) / 2;
  return Math.abs(x) <= apothem && slanted <= apothem;
}

/** The motif, a path of relative commands, at each point. */
export function stamp(points: readonly Point[], motif: string): string {
  return points.map(({ x, y }) => `M${x.toFixed(1)} ${y.toFixed(1)}${motif}`).join('');
}
