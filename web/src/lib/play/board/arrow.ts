/** Where an arrow to a place lies: over sea or seams rather than over what has to be read. */

import type { BoardInfo, SeatView } from '../../base/protocol';
import { hexCenter, intersectionPoint, pathPlace, type Point } from './geometry';

/** How far from the place it ends and begins. */
const NEAR = 24;
const FAR = 78;
const DIRECTIONS = 24;
/** How much room a token and a piece take round their middles. */
const TOKEN = 30;
const PIECE = 20;

/** What stands on a board and is not to be covered. */
function obstacles(board: BoardInfo, seats: readonly SeatView[]): (Point & { radius: number })[] {
  const tokens = board.hexes.map((hex) => ({ ...hexCenter(hex), radius: TOKEN }));
  const corners = seats.flatMap(({ settlements, cities }) => [...settlements, ...cities]);
  const pieces = corners.flatMap((id) => {
    const at = board.intersections[id];
    return at ? [intersectionPoint(at)] : [];
  });
  const roads = seats.flatMap(({ roads: own }) =>
    own.flatMap((id) => {
      const path = board.paths[id];
      return path ? [pathPlace(board, path)] : [];
    }),
  );
  return [...tokens, ...[...pieces, ...roads].map(({ x, y }) => ({ x, y, radius: PIECE }))];
}

/** The arrow that leads to a place, from its tail to its head. */
export function arrowTo(
  board: BoardInfo,
  seats: readonly SeatView[],
  place: Point,
): [Point, Point] {
  const all = obstacles(board, seats);
  const along = (angle: number, distance: number) => ({
    x: place.x + Math.cos(angle) * distance,
    y: place.y + Math.sin(angle) * distance,
  });
  /** How near it comes to what it should not cover. */
  const room = (angle: number) => {
    const points = [NEAR, (NEAR + FAR) / 2, FAR].map((distance) => along(angle, distance));
    const distances = points.flatMap((point) =>
      all.map(({ x, y, radius }) => Math.hypot(point.x - x, point.y - y) - radius),
    );
    return Math.min(...distances);
  };
  const angles = Array.from({ length: DIRECTIONS }, (_, at) => (at / DIRECTIONS) * 2 * Math.PI);
  const best = angles.reduce((a, b) => (room(b) > room(a) ? b : a));
  return [along(best, FAR), along(best, NEAR)];
}
