/** Names of the places on the board, for people who hear them instead of seeing them. */

import { RESOURCE_TERRAIN } from '../art/palette';
import type { Place, PlaceKind, PlaceLabels, Targets } from '../board/targets';
import { cardsOf, RESOURCES } from '../../base/cards';
import { listed } from '../../base/language/format';
import { t } from '../../base/language/messages';
import type {
  BoardInfo,
  Cards,
  HexId,
  HexInfo,
  Intersection,
  Path,
  Resource,
  Seat,
} from '../../base/protocol';
import { harborText, terrainName } from '../../base/words';
import { person, seatView, type TableSnapshot } from './snapshot';

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

/** A place in few words: `C3 north (8 forest, 5 hills, 10 fields)`, `C3 east`, `C3 (8 forest)`. */
export function placeShort(board: BoardInfo, { kind, id }: Place): string {
  if (kind === 'hex') return hexShort(board, id);
  if (kind === 'path') return placeName(board.paths[id]?.name ?? '');
  const spot = placeName(board.intersections[id]?.name ?? '');
  return t('places.cornerShort', { spot, lands: landsRound(board, id) });
}

/** A corner with its harbor: `C3 north (8 forest, 5 hills, 3-to-1 harbor)`. */
export function cornerText(board: BoardInfo, id: Intersection): string {
  const at = board.intersections[id];
  const round = [
    ...hexesRound(board, id).map(land),
    ...(at?.harbor ? [harborText(at.harbor)] : []),
  ];
  return t('places.cornerShort', {
    spot: placeName(at?.name ?? ''),
    lands: listed(round, 'unit'),
  });
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

/** What a hex brings, and to whom. */
export interface HexDetails {
  readonly title: string;
  readonly lines: readonly string[];
}

/** What there is to know of a hex. */
export function hexDetails(snapshot: TableSnapshot, id: HexId): HexDetails | null {
  const hex = snapshot.board.hexes[id];
  if (!hex) return null;
  const resource = RESOURCES.find((each) => RESOURCE_TERRAIN[each] === hex.terrain);
  const lines = [
    hex.token === null || !resource
      ? t('places.producesNothing')
      : t('places.produces', { resource, number: hex.token, pips: hex.pips }),
    ...(snapshot.view.robber === id ? [t('places.robberBlocks')] : []),
    ...snapshot.view.seats.flatMap((_, seat) => holder(snapshot, hex, seat, resource) ?? []),
  ];
  return { title: t('places.hexTitle', { hex: hex.name, land: land(hex) }), lines };
}

/** What a seat has built round a hex, and what that brings; null where it has nothing there. */
function holder(
  snapshot: TableSnapshot,
  hex: HexInfo,
  seat: Seat,
  resource: Resource | undefined,
): string | null {
  const view = seatView(snapshot, seat);
  const cities = hex.corners.filter((at) => view.cities.includes(at)).length;
  const settlements = hex.corners.filter((at) => view.settlements.includes(at)).length;
  if (settlements + cities === 0) return null;
  const pieces = listed([
    ...(cities ? [t('places.cities', { count: cities })] : []),
    ...(settlements ? [t('places.settlements', { count: settlements })] : []),
  ]);
  const held = { ...person(snapshot, seat), pieces };
  return resource
    ? t('places.holdsAndGets', { ...held, count: settlements + 2 * cities })
    : t('places.holds', held);
}

function hexesRound(board: BoardInfo, id: Intersection): HexInfo[] {
  return (board.intersections[id]?.hexes ?? []).flatMap((hex) => board.hexes[hex] ?? []);
}

/** `8 forest, 5 hills`. */
function landsRound(board: BoardInfo, id: Intersection): string {
  return listed(hexesRound(board, id).map(land), 'unit');
}

function pipsRound(board: BoardInfo, id: Intersection): number {
  return hexesRound(board, id).reduce((sum, hex) => sum + hex.pips, 0);
}

/** `8 forest`, `desert`. */
function land({ terrain, token }: HexInfo): string {
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
