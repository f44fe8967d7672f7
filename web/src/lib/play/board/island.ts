/** Islands of any shape, in the form in which the server gives boards. */

import type {
  BoardInfo,
  HarborInfo,
  HarborKind,
  HexInfo,
  IntersectionInfo,
  Terrain,
} from '../../base/protocol';
import { CORNERS, NEIGHBORS } from './lattice';

/** A hex of land: where it lies, as in `HexInfo`, its terrain and its token. */
export type Land = readonly [x: number, y: number, terrain: Terrain, token?: number];

/** A harbor beside a hex: on its side from 0 in the north-east, clockwise. */
export type Dock = readonly [hex: number, side: number, kind: HarborKind];

/** A corner or a side of a hex, from 0 in the north and the north-east, clockwise. */
export type At = readonly [hex: number, direction: number];

const MOST_PIPS = 6;
const SEVEN = 7;

/** Builds the island. Its places have no names: pictures are described as a whole. */
export function island(land: readonly Land[], docks: readonly Dock[] = []): BoardInfo {
  const intersections: IntersectionInfo[] = [];
  const numbers = new Map<string, number>();
  const corner = (hex: number, x: number, v: number): number => {
    const key = `${x} ${v}`;
    const id = numbers.get(key) ?? intersections.length;
    numbers.set(key, id);
    intersections[id] ??= { x, v, name: '', hexes: [], harbor: null };
    intersections[id].hexes.push(hex);
    return id;
  };
  const hexes = land.map(([x, y, terrain, token = null], hex): HexInfo => {
    const at = CORNERS.map(([dx, dv]) => corner(hex, x + dx, y * 3 + dv));
    const pips = token === null ? 0 : MOST_PIPS - Math.abs(SEVEN - token);
    return { x, y, terrain, token, pips, corners: at as HexInfo['corners'], name: '' };
  });
  const sides = new Map<string, [number, number]>();
  for (const { corners } of hexes) {
    corners.forEach((from, index) => {
      const ends: [number, number] = [from, corners[(index + 1) % 6] ?? from];
      ends.sort((a, b) => a - b);
      sides.set(ends.join(), ends);
    });
  }
  const board = {
    hexes,
    intersections,
    paths: [...sides.values()].map((ends) => ({ ends, name: '' })),
    harbors: [] as HarborInfo[],
  };
  for (const [hex, side, kind] of docks) {
    const [x = 0, y = 0] = land[hex] ?? [];
    const [dx, dy] = NEIGHBORS[side] ?? [0, 0];
    const ends: [number, number] = [cornerAt(board, [hex, side]), cornerAt(board, [hex, side + 1])];
    board.harbors.push({ kind, ends, x: x + dx, y: y + dy });
  }
  return board;
}

/** The intersection at a corner of a hex. */
export function cornerAt(board: BoardInfo, [hex, corner]: At): number {
  const id = board.hexes[hex]?.corners[corner % 6];
  if (id === undefined) throw new RangeError(`the island has no hex ${hex}`);
  return id;
}

/** The path at a side of a hex. */
export function pathAt(board: BoardInfo, [hex, side]: At): number {
  const ends = [cornerAt(board, [hex, side]), cornerAt(board, [hex, side + 1])];
  return board.paths.findIndex((path) => path.ends.every((end) => ends.includes(end)));
}
