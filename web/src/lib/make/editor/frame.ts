/** The two frames of an island: where their hexes and coasts lie, and what they are called. */

import {
  endPoints,
  hexCenter,
  midpoint,
  viewBox,
  type Box,
  type Point,
} from '../../play/board/geometry';
import { island, type Land } from '../../play/board/island';
import { NEIGHBORS } from '../../play/board/lattice';
import type { HarborKind, Side } from '../../base/protocol';

/** For three and four players, or for five and six. */
export type FrameName = 'standard' | 'large';

/** The sides of a hex, clockwise from the upper right. */
export const SIDES = [
  'north_east',
  'east',
  'south_east',
  'south_west',
  'west',
  'north_west',
] as const satisfies Side[];

const ROWS: Readonly<Record<FrameName, readonly number[]>> = {
  standard: [3, 4, 5, 4, 3],
  large: [3, 4, 5, 6, 5, 4, 3],
};

/** How far from the land a coast is focused: enough that two of them are two targets for a finger. */
const OFFSHORE = 7;

/** How far out it is marked, in the sea that is drawn round the land. */
const AT_SEA = 31;

/** A side of a hex that faces the sea, at the place where it is focused. */
export interface Coast extends Point {
  readonly hex: number;
  readonly side: Side;
  /** Where it is marked. */
  readonly mark: Point;
}

/** The shape of an island. */
export interface Frame {
  readonly name: FrameName;
  /** For how many players fairness is counted. */
  readonly players: number;
  /** How many hexes each row has. */
  readonly rows: readonly number[];
  /** Where each hex lies, as in `HexInfo`. */
  readonly land: readonly Land[];
  /** `A1`, in reading order. */
  readonly hexNames: readonly string[];
  /** Clockwise from the upper left. */
  readonly coasts: readonly Coast[];
  /** What shows the island with a harbor at any coast. */
  readonly box: Box;
}

const GENERIC: HarborKind = { type: 'generic' };

function frameOf(name: FrameName, players: number): Frame {
  const rows = ROWS[name];
  const middle = (rows.length - 1) / 2;
  const land = rows.flatMap((length, row) =>
    Array.from({ length }, (_, index): Land => [2 * index - (length - 1), row - middle, 'desert']),
  );
  const hexNames = rows.flatMap((length, row) =>
    Array.from({ length }, (_, index) => `${String.fromCharCode(65 + row)}${index + 1}`),
  );
  const places = coastOf(land);
  const board = island(
    land,
    places.map(({ hex, side }) => [hex, SIDES.indexOf(side), GENERIC]),
  );
  const coasts = places.map((place, index) => {
    const { ends } = board.harbors[index] ?? { ends: [0, 0] };
    const shore = midpoint(...endPoints(board, ends));
    const out = hexCenter(neighborOf(land, place));
    const distance = Math.hypot(out.x - shore.x, out.y - shore.y);
    const at = (length: number): Point => ({
      x: shore.x + ((out.x - shore.x) / distance) * length,
      y: shore.y + ((out.y - shore.y) / distance) * length,
    });
    return { ...place, ...at(OFFSHORE), mark: at(AT_SEA) };
  });
  return { name, players, rows, land, hexNames, coasts, box: viewBox(board) };
}

/** Where the hex beyond a side would lie. */
function neighborOf(
  land: readonly Land[],
  { hex, side }: { hex: number; side: Side },
): { x: number; y: number } {
  const [x = 0, y = 0] = land[hex] ?? [];
  const [dx, dy] = NEIGHBORS[SIDES.indexOf(side)] ?? [0, 0];
  return { x: x + dx, y: y + dy };
}

/** Goes once round the island. */
function coastOf(land: readonly Land[]): { hex: number; side: Side }[] {
  const at = new Map(land.map(([x, y], hex) => [`${x} ${y}`, hex]));
  const coast: { hex: number; side: Side }[] = [];
  let hex = 0;
  let side = 5;
  do {
    coast.push({ hex, side: SIDES[side] ?? 'north_west' });
    side = (side + 1) % 6;
    const { x, y } = neighborOf(land, { hex, side: SIDES[side] ?? 'north_west' });
    const next = at.get(`${x} ${y}`);
    if (next !== undefined) {
      hex = next;
      side = (side + 4) % 6;
    }
  } while (hex !== 0 || side !== 5);
  return coast;
}

/** The frames. */
export const FRAMES: Readonly<Record<FrameName, Frame>> = {
  standard: frameOf('standard', 4),
  large: frameOf('large', 6),
};

/** The frame with so many hexes. */
export function frameWith(hexes: number): FrameName {
  return hexes > FRAMES.standard.land.length ? 'large' : 'standard';
}
