/** Names of the places on the board, for people who hear them instead of seeing them. */

import { RESOURCE_TERRAIN } from '../art/palette';
import type { PlaceKind, PlaceLabels, Targets } from '../board/targets';
import { cardsOf } from '../../base/cards';
import { listed } from '../../base/language/format';
import { t } from '../../base/language/messages';
import type {
  BoardInfo,
  Cards,
  HexId,
  HexInfo,
  Intersection,
  Path,
  Seat,
} from '../../base/protocol';
import { harborText, terrainName } from '../../base/words';
import { person, type TableSnapshot } from './snapshot';

/** The directions of a hex's corners, in their order. */
const CORNERS = ['n', 'ne', 'se', 's', 'sw', 'nw'] as const;

/** `C3 north`, from `c3n`. */
export function placeName(name: string): string {
  const parts = /^([a-z]\d+)([a-z]+)$/.exec(name);
  if (!parts) return name.toUpperCase();
  const [, hex = '', direction = ''] = parts;
  return t('places.spot', { hex: hex.toUpperCase(), direction });
}

/** A hex and what it makes: `C3 (8 forest)`. */
export function hexShort(board: BoardInfo, id: HexId): string {
  const hex = board.hexes[id];
  return hex ? t('places.hexShort', { hex: hex.name, land: land(hex) }) : '';
}

/** The cards of the land round an intersection, one for each hex that makes something. */
export function cardsRound(board: BoardInfo, id: Intersection): Cards {
  const terrains = hexesRound(board, id).map((hex) => hex.terrain);
  return cardsOf(
    (resource) => terrains.filter((each) => each === RESOURCE_TERRAIN[resource]).length,
  );
}

/** `Corner C3 north: 8 forest, 5 hills; 9 pips; 3-to-1 harbor; empty`. */
export function intersectionLabel(
  snapshot: TableSnapshot,
  id: Intersection,
  legal: boolean,
): string {
  const at = snapshot.board.intersections[id];
  if (!at) return '';
  const facts = [
    landsRound(snapshot.board, id),
    t('places.pips', { count: pipsRound(snapshot.board, id) }),
    ...(at.harbor ? [harborText(at.harbor)] : []),
    occupant(snapshot, id) ?? (legal ? t('places.emptyLegal') : t('places.empty')),
  ];
  return t('places.corner', { spot: placeName(at.name), facts: facts.join('; ') });
}

/** `Path C3 east, between your settlement and empty corner D4 north of 9 pips; free`. */
export function pathLabel(snapshot: TableSnapshot, id: Path, legal: boolean): string {
  const path = snapshot.board.paths[id];
  if (!path) return '';
  const owner = snapshot.view.seats.findIndex((seat) => seat.roads.includes(id));
  const [first, second] = path.ends.map((end) => endWords(snapshot, end));
  return t('places.path', {
    spot: placeName(path.name),
    first: first ?? '',
    second: second ?? '',
    state: owner >= 0 ? t('places.road', person(snapshot, owner)) : freeWords(legal),
  });
}

function freeWords(legal: boolean): string {
  return legal ? t('places.freeLegal') : t('places.free');
}

/** `Hex C3, forest, 8, 5 pips, robber here; Mira's city north`. */
export function hexLabel(snapshot: TableSnapshot, id: HexId): string {
  const hex = snapshot.board.hexes[id];
  if (!hex) return '';
  const facts = [terrainName(hex.terrain)];
  if (hex.token !== null) facts.push(String(hex.token), t('places.pips', { count: hex.pips }));
  if (snapshot.view.robber === id) facts.push(t('places.robberHere'));
  const buildings = hex.corners.flatMap((corner, index) => {
    const building = occupant(snapshot, corner);
    const direction = CORNERS[index] ?? '';
    return building ? [t('places.buildingTowards', { building, direction })] : [];
  });
  const told = { hex: hex.name, facts: listed(facts, 'unit') };
  return buildings.length
    ? t('places.hexWithBuildings', { ...told, buildings: listed(buildings, 'unit') })
    : t('places.hex', told);
}

/** The labels that the board asks for, where these places can be picked. */
export function placeLabels(snapshot: TableSnapshot, pickable: readonly Targets[]): PlaceLabels {
  const legal = (kind: PlaceKind, id: number) =>
    pickable.some((set) => set.kind === kind && set.ids.includes(id));
  return {
    intersection: (id) => intersectionLabel(snapshot, id, legal('intersection', id)),
    path: (id) => pathLabel(snapshot, id, legal('path', id)),
    hex: (id) => hexLabel(snapshot, id),
  };
}

/** The hexes at an intersection. */
export function hexesRound(board: BoardInfo, id: Intersection): HexInfo[] {
  return (board.intersections[id]?.hexes ?? []).flatMap((hex) => board.hexes[hex] ?? []);
}

/** `8 forest, 5 hills`. */
export function landsRound(board: BoardInfo, id: Intersection): string {
  return listed(hexesRound(board, id).map(land), 'unit');
}

function pipsRound(board: BoardInfo, id: Intersection): number {
  return hexesRound(board, id).reduce((sum, hex) => sum + hex.pips, 0);
}

/** `8 forest`, `desert`. */
export function land({ terrain, token }: HexInfo): string {
  return token === null ? terrainName(terrain) : t('places.land', { terrain, number: token });
}

/** Whose building stands there; null where none does. */
function buildingAt(
  snapshot: TableSnapshot,
  id: Intersection,
): { seat: Seat; piece: 'city' | 'settlement' } | null {
  for (const [seat, view] of snapshot.view.seats.entries()) {
    if (view.cities.includes(id)) return { seat, piece: 'city' };
    if (view.settlements.includes(id)) return { seat, piece: 'settlement' };
  }
  return null;
}

/** `Mira's city`; null where nothing stands. */
function occupant(snapshot: TableSnapshot, id: Intersection): string | null {
  const found = buildingAt(snapshot, id);
  return found && t('places.building', { ...person(snapshot, found.seat), piece: found.piece });
}

/** An end of a path, as it is named where it is said what the path lies between. */
function endWords(snapshot: TableSnapshot, id: Intersection): string {
  const at = snapshot.board.intersections[id];
  if (!at) return '';
  const found = buildingAt(snapshot, id);
  return found
    ? t('places.endBuilding', { ...person(snapshot, found.seat), piece: found.piece })
    : t('places.endEmpty', { spot: placeName(at.name), count: pipsRound(snapshot.board, id) });
}
