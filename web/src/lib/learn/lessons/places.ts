/** Where the choices of a scene lie on the board, and what lies round them. */

import { RESOURCE_TERRAIN } from '../../play/art/palette';
import { hexesAt } from '../../play/board/spots';
import type { Place, Targets } from '../../play/board/targets';
import { RESOURCES } from '../../base/cards';
import type { TableSnapshot } from '../../play/game/snapshot';
import type { BoardInfo, Resource } from '../../base/protocol';
import { LEARNER, PIECES, type Choice, type Scene } from './scenes';

/** The dots of a resource. */
export interface Dots {
  readonly resource: Resource;
  readonly count: number;
}

/** A piece that is to be built, and where. */
export interface WantedPiece {
  readonly piece: 'road' | 'settlement';
  readonly place: Place;
}

/** Where a choice is on the board; null where it has no place. */
export function placeOf(
  board: BoardInfo,
  scene: Pick<Scene, 'id'>,
  { id }: Pick<Choice, 'id'>,
): Place | null {
  const piece = PIECES[scene.id];
  return piece ? placeNamed(board, piece === 'robber' ? 'hex' : kindOf(piece), id) : null;
}

/** The corner to which a road leads; null for any other choice. */
export function aimOf(board: BoardInfo, { aim }: Choice): number | null {
  return aim === null ? null : placeNamed(board, 'intersection', aim).id;
}

/** The places of all choices of a scene, as the board lights them. */
export function targetsOf(board: BoardInfo, scene: Scene): Targets {
  const piece = PIECES[scene.id];
  const ids = scene.choices.flatMap((choice) => placeOf(board, scene, choice)?.id ?? []);
  if (piece === 'robber') return { kind: 'hex', piece, ids, seat: LEARNER };
  if (piece === 'road') return { kind: 'path', piece, ids, seat: LEARNER };
  if (piece === 'settlement' || piece === 'city') {
    return { kind: 'intersection', piece, ids, seat: LEARNER };
  }
  return { kind: 'none' };
}

/** What the learner wants to build where the scene itself asks for no place; null where that is nothing. */
export function wantedOf(board: BoardInfo, scene: Scene): WantedPiece | null {
  const [, piece, name] = /^1 (settlement|road) (\w+)$/.exec(scene.best.steps.at(-1) ?? '') ?? [];
  if (!name || PIECES[scene.id]) return null;
  const wanted = piece === 'road' ? 'road' : 'settlement';
  return { piece: wanted, place: placeNamed(board, kindOf(wanted), name) };
}

/** The hexes that a choice is about. */
export function hexesOf(board: BoardInfo, scene: Scene, choice: Choice): readonly number[] {
  const place = placeOf(board, scene, choice);
  if (!place) return [];
  if (place.kind !== 'path') return hexesAt(board, place);
  const ends = board.paths[place.id]?.ends ?? [];
  const aim = aimOf(board, choice);
  return [...ends, ...(aim === null ? [] : [aim])].flatMap(
    (id) => board.intersections[id]?.hexes ?? [],
  );
}

/** The dots of the tokens round a corner. */
export function dotsAt(board: BoardInfo, corner: number): readonly number[] {
  const hexes = board.intersections[corner]?.hexes ?? [];
  return hexes.map((hex) => board.hexes[hex]?.pips ?? 0).filter((dots) => dots > 0);
}

/** The dots of a corner, by what its hexes make. */
export function dotsOf(board: BoardInfo, corner: number): Dots[] {
  return (board.intersections[corner]?.hexes ?? []).flatMap((id) => {
    const hex = board.hexes[id];
    const resource = RESOURCES.find((each) => RESOURCE_TERRAIN[each] === hex?.terrain);
    return hex && resource ? [{ resource, count: hex.pips }] : [];
  });
}

/** Those of the learner's settlements. */
export function ownDots({ board, view }: TableSnapshot): Dots[] {
  const own = view.seats[LEARNER]?.settlements ?? [];
  return own.flatMap((at) => dotsOf(board, at));
}

/** All of them. */
export function sumAt(board: BoardInfo, corner: number): number {
  return dotsAt(board, corner).reduce((sum, dots) => sum + dots, 0);
}

function kindOf(piece: string): 'path' | 'intersection' {
  return piece === 'road' ? 'path' : 'intersection';
}

function placeNamed(board: BoardInfo, kind: Place['kind'], name: string): Place {
  const all = { hex: board.hexes, path: board.paths, intersection: board.intersections }[kind];
  const id = all.findIndex((each) => each.name.toLowerCase() === name);
  if (id < 0) throw new RangeError(`the island has no ${kind} ${name}`);
  return { kind, id };
}
