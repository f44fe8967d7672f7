/** The places of a board as they are focused, picked and drawn. */

import type { BoardInfo } from '../../base/protocol';
import { hexCenter, intersectionPoint, pathPlace, robberPlace, type Point } from './geometry';
import { readingOrder, type Spot } from './navigation';
import type { Pick, PickPiece, Place, PlaceKind, SeveralTargets, Targets } from './targets';

/** A place on the drawing. */
export interface BoardSpot extends Spot, Place {
  /** What can be picked for it; null where nothing can. */
  readonly piece: PickPiece | null;
  /** How far a road is turned there. */
  readonly angle?: number;
  /** Where the robber would stand. */
  readonly ghost?: Point;
}

/** Where a place lies; null where the board has none such. */
export function spotAt(
  board: BoardInfo,
  { kind, id }: Place,
  piece: PickPiece | null = null,
): BoardSpot | null {
  const [at, path, hex] = [board.intersections[id], board.paths[id], board.hexes[id]];
  if (kind === 'intersection') return at ? { kind, id, piece, ...intersectionPoint(at) } : null;
  if (kind === 'path') return path ? { kind, id, piece, ...pathPlace(board, path) } : null;
  return hex ? { kind, id, piece, ...hexCenter(hex), ghost: robberPlace(hex) } : null;
}

/** The places that are lit, in reading order. */
export function litSpots(board: BoardInfo, targets: Targets | SeveralTargets): BoardSpot[] {
  if (targets.kind === 'none') return [];
  if (targets.kind === 'several') {
    return readingOrder(targets.sets.flatMap((set) => litSpots(board, set)));
  }
  const { kind, piece, ids } = targets;
  return readingOrder(ids.flatMap((id) => spotAt(board, { kind, id }, piece) ?? []));
}

/** All places that can be picked without being lit. */
export function quietSpots(board: BoardInfo, quiet: readonly Targets[]): BoardSpot[] {
  return quiet.flatMap((targets) => litSpots(board, targets));
}

/** All hexes, in reading order. */
export function hexSpots(board: BoardInfo): BoardSpot[] {
  return readingOrder(
    [...board.hexes.keys()].flatMap((id) => spotAt(board, { kind: 'hex', id }) ?? []),
  );
}

/** The corners or edges of a hex, clockwise from the top. */
export function spotsAround(
  board: BoardInfo,
  hex: number,
  kind: Exclude<PlaceKind, 'hex'>,
  quiet: readonly BoardSpot[],
): BoardSpot[] {
  const corners = board.hexes[hex]?.corners ?? [];
  const ids =
    kind === 'intersection'
      ? corners
      : corners.map((corner, index) => {
          const next = corners[(index + 1) % corners.length];
          return board.paths.findIndex(
            ({ ends }) => ends.includes(corner) && next !== undefined && ends.includes(next),
          );
        });
  return ids.flatMap((id) => {
    const piece = quiet.find((spot) => spot.kind === kind && spot.id === id)?.piece ?? null;
    return spotAt(board, { kind, id }, piece) ?? [];
  });
}

/** What a pick of this spot means; null where it cannot be picked. */
export function pickOf({ kind, id, piece }: BoardSpot): Pick | null {
  return piece && { kind, id, piece };
}

/** The hexes that a place touches. */
export function hexesAt(board: BoardInfo, { kind, id }: Place): number[] {
  if (kind === 'hex') return [id];
  const ends = kind === 'path' ? (board.paths[id]?.ends ?? []) : [id];
  return [...board.hexes.keys()].filter((hex) =>
    ends.every((end) => board.hexes[hex]?.corners.includes(end)),
  );
}
