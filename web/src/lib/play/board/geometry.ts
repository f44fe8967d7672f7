/**
 * Where things lie in the drawing. The protocol gives places by small integers; the drawing counts
 * in units of which a hex's edge has {@link SIDE}.
 */

import { sizes } from '../../../../../crates/picture/art/island.json';
import type {
  BoardInfo,
  HarborInfo,
  HexInfo,
  IntersectionInfo,
  PathInfo,
} from '../../base/protocol';

/** The length of a hex's edge. */
export const SIDE = sizes.side;
/** Half the width of a hex. */
export const HALF_WIDTH = (SIDE * Math.sqrt(3)) / 2;
/** The width of the paper coast round the land. */
export const COAST = sizes.coast;
/** The width of the shallows, measured from the land. */
export const SHALLOWS = sizes.shallows;
/** The size of a harbor's pennant. */
export const PENNANT = sizes.pennant;

/** Far enough out that cities on both intersections leave the glyph in sight. */
const PENNANT_OUT = SIDE * PENNANT.out;
const MARGIN = 3;
/** How far above and below its middle a hex holds its token and the robber. */
const CLEAR = 34;
/** Halfway between the tokens of two rows. */
const SEAM = SIDE * 0.75;
/** How high what lies there may be, so that it lies on none of them. */
const FREE = 2 * (SEAM - 24);

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle, such as an SVG's view box. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** The middle of a land or sea hex. */
export function hexCenter(hex: Pick<HexInfo, 'x' | 'y'>): Point {
  return { x: hex.x * HALF_WIDTH, y: hex.y * SIDE * 1.5 };
}

/** Where an intersection lies. */
export function intersectionPoint(at: Pick<IntersectionInfo, 'x' | 'v'>): Point {
  return { x: at.x * HALF_WIDTH, y: (at.v * SIDE) / 2 };
}

/** The middle of two points. */
export function midpoint(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** The ends of a path or of the coast that a harbor serves. */
export function endPoints(board: BoardInfo, ends: PathInfo['ends']): [Point, Point] {
  const point = (id: number): Point => {
    const at = board.intersections[id];
    if (!at) throw new RangeError(`the board has no intersection ${id}`);
    return intersectionPoint(at);
  };
  return [point(ends[0]), point(ends[1])];
}

/** The middle of a path, and how far it is turned from pointing east, in degrees from -90 to 90. */
export function pathPlace(board: BoardInfo, path: PathInfo): Point & { angle: number } {
  const [a, b] = endPoints(board, path.ends);
  const [west, east] = a.x <= b.x ? [a, b] : [b, a];
  const angle = (Math.atan2(east.y - west.y, east.x - west.x) * 180) / Math.PI;
  return { ...midpoint(a, b), angle };
}

/** The corners of a hex round a point, clockwise from the top, as an SVG path. */
export function hexOutline(center: Point, radius: number = SIDE): string {
  const corners = Array.from({ length: 6 }, (_, corner) => {
    const angle = (Math.PI / 3) * corner;
    const x = center.x + radius * Math.sin(angle);
    const y = center.y - radius * Math.cos(angle);
    return `${round(x)} ${round(y)}`;
  });
  return `M${corners.join('L')}Z`;
}

/** Where the robber stands on a hex: beside its token, if it has one. */
export function robberPlace(hex: Pick<HexInfo, 'x' | 'y' | 'token'>): Point {
  const { x, y } = hexCenter(hex);
  return hex.token === null ? { x, y: y + 20 } : { x: x - 22, y: y + 9 };
}

/** Where a harbor's pennant and its two jetties lie, and whether it looks west. */
export function harborPlace(
  board: BoardInfo,
  harbor: HarborInfo,
): { pennant: Point; jetties: [Point, Point][]; west: boolean } {
  const ends = endPoints(board, harbor.ends);
  const shore = midpoint(...ends);
  const sea = hexCenter(harbor);
  const distance = Math.hypot(sea.x - shore.x, sea.y - shore.y);
  const pennant = {
    x: shore.x + ((sea.x - shore.x) / distance) * PENNANT_OUT,
    y: shore.y + ((sea.y - shore.y) / distance) * PENNANT_OUT,
  };
  return { pennant, jetties: ends.map((end) => [end, pennant]), west: pennant.x < shore.x };
}

/** The smallest box that shows the island with its coast and harbors. */
export function viewBox(board: BoardInfo): Box {
  const reach = COAST + MARGIN;
  const boxes = board.intersections.map((at) => around(intersectionPoint(at), reach, reach));
  for (const harbor of board.harbors) {
    const { pennant } = harborPlace(board, harbor);
    boxes.push(around(pennant, PENNANT.width / 2 + MARGIN, PENNANT.height / 2 + MARGIN));
  }
  const left = Math.min(...boxes.map((box) => box.x));
  const top = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** How high the whole board is for its width. */
export function heightRatio(board: BoardInfo): number {
  const { width, height } = viewBox(board);
  return height / width;
}

/**
 * Where something belongs that is about a hex and hides neither its token nor the robber: above it,
 * or below it where the hex lies far up. What is no higher than a hex's edge has its middle at the
 * seam, where it hides no token of the next row either. In percent of the board's view box, for what
 * is laid over the drawing.
 */
export function besideHex(
  board: BoardInfo,
  hex: number,
): { left: number; top: number; above: boolean; seam: number; free: number } {
  const info = board.hexes[hex];
  if (!info) throw new RangeError(`the board has no hex ${hex}`);
  const box = viewBox(board);
  const { x, y } = hexCenter(info);
  const above = y - box.y > box.height / 3;
  return {
    left: ((x - box.x) / box.width) * 100,
    top: ((y + (above ? -CLEAR : CLEAR) - box.y) / box.height) * 100,
    above,
    seam: ((y + (above ? -SEAM : SEAM) - box.y) / box.height) * 100,
    free: (FREE / box.height) * 100,
  };
}

function around(center: Point, halfWidth: number, halfHeight: number): Box {
  return {
    x: center.x - halfWidth,
    y: center.y - halfHeight,
    width: halfWidth * 2,
    height: halfHeight * 2,
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
