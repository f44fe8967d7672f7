/** Names of the places on the board, for people who hear them instead of seeing them. */

import { RESOURCE_TERRAIN } from '../art/palette';
import type { Place, PlaceKind, PlaceLabels, Targets } from '../board/targets';
import { cardsOf, RESOURCES } from '../cards';
import type { BoardInfo, Cards, HexId, HexInfo, Intersection, Path } from '../protocol';
import { counted, harborText, listed, TERRAIN_NAME } from '../words';
import { isYou, nameOf, properName, type TableSnapshot } from './snapshot';

const DIRECTION: Readonly<Record<string, string>> = {
  n: 'north',
  s: 'south',
  e: 'east',
  w: 'west',
  ne: 'north-east',
  se: 'south-east',
  sw: 'south-west',
  nw: 'north-west',
};

/** `C3 north`, from `c3n`. */
export function placeName(name: string): string {
  const parts = /^([a-z]\d+)([a-z]+)$/.exec(name);
  if (!parts) return name.toUpperCase();
  const [, hex = '', direction = ''] = parts;
  return `${hex.toUpperCase()} ${DIRECTION[direction] ?? direction}`;
}

/** A hex and what it makes: `C3 (8 forest)`. */
export function hexShort(board: BoardInfo, id: HexId): string {
  const hex = board.hexes[id];
  return hex ? `${hex.name} (${hexWords(hex)})` : '';
}

/** A place in few words: `C3 north (8 forest, 5 hills, 10 fields)`, `C3 east`, `C3 (8 forest)`. */
export function placeShort(board: BoardInfo, { kind, id }: Place): string {
  if (kind === 'hex') return hexShort(board, id);
  if (kind === 'path') return placeName(board.paths[id]?.name ?? '');
  const round = hexesRound(board, id).map(hexWords).join(', ');
  return `${placeName(board.intersections[id]?.name ?? '')} (${round})`;
}

/** The cards of the land round an intersection, one for each hex that makes something. */
export function cardsRound(board: BoardInfo, id: Intersection): Cards {
  const terrains = hexesRound(board, id).map((hex) => hex.terrain);
  return cardsOf(
    (resource) => terrains.filter((each) => each === RESOURCE_TERRAIN[resource]).length,
  );
}

/** `Corner C3 north: 8 forest, 5 hills; 9 pips; harbor 3 to 1; empty`. */
export function intersectionLabel(
  snapshot: TableSnapshot,
  id: Intersection,
  legal: boolean,
): string {
  const at = snapshot.board.intersections[id];
  if (!at) return '';
  const hexes = hexesRound(snapshot.board, id);
  const parts = [hexes.map(hexWords).join(', ')];
  const pips = hexes.reduce((sum, hex) => sum + hex.pips, 0);
  parts.push(counted(pips, 'pip'));
  if (at.harbor) parts.push(harborText(at.harbor));
  parts.push(occupant(snapshot, id) ?? (legal ? 'empty, legal' : 'empty'));
  return `Corner ${placeName(at.name)}: ${parts.join('; ')}`;
}

/** `Path C3 east, from your settlement to the empty corner D4 north; leads to 9 pips`. */
export function pathLabel(snapshot: TableSnapshot, id: Path, legal: boolean): string {
  const path = snapshot.board.paths[id];
  if (!path) return '';
  const owner = snapshot.view.seats.findIndex((seat) => seat.roads.includes(id));
  const ends = path.ends.map((end) => endWords(snapshot, end));
  const state = owner >= 0 ? `${possessive(snapshot, owner)} road` : legal ? 'free, legal' : 'free';
  return `Path ${placeName(path.name)}, between ${ends.join(' and ')}; ${state}`;
}

/** `Hex C3, forest 8, 5 pips, robber here; Mira's city north`. */
export function hexLabel(snapshot: TableSnapshot, id: HexId): string {
  const hex = snapshot.board.hexes[id];
  if (!hex) return '';
  const parts = [TERRAIN_NAME[hex.terrain]];
  if (hex.token !== null) parts.push(String(hex.token), counted(hex.pips, 'pip'));
  if (snapshot.view.robber === id) parts.push('robber here');
  const corners = ['north', 'north-east', 'south-east', 'south', 'south-west', 'north-west'];
  const buildings = hex.corners.flatMap((corner, index) => {
    const building = occupant(snapshot, corner);
    return building ? [`${building} ${corners[index] ?? ''}`] : [];
  });
  const where = buildings.length ? `; ${buildings.join(', ')}` : '';
  return `Hex ${hex.name}, ${parts.join(', ')}${where}`;
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
  const lines: string[] = [];
  if (hex.token === null || !resource) lines.push('Produces nothing.');
  else lines.push(`Produces ${resource} on a ${hex.token}: ${hex.pips} of 36 rolls.`);
  if (snapshot.view.robber === id) lines.push('The robber blocks it.');
  for (const [seat, view] of snapshot.view.seats.entries()) {
    const settlements = hex.corners.filter((at) => view.settlements.includes(at)).length;
    const cities = hex.corners.filter((at) => view.cities.includes(at)).length;
    if (settlements + cities === 0) continue;
    const pieces = [
      ...(cities ? [counted(cities, 'city', 'cities')] : []),
      ...(settlements ? [counted(settlements, 'settlement')] : []),
    ];
    const brings = resource ? `, ${counted(settlements + 2 * cities, 'card')} each time` : '';
    lines.push(`${nameOf(snapshot, seat)}: ${listed(pieces)}${brings}`);
  }
  return { title: `${hex.name}: ${hexWords(hex)}`, lines };
}

function hexesRound(board: BoardInfo, id: Intersection): HexInfo[] {
  return (board.intersections[id]?.hexes ?? []).flatMap((hex) => board.hexes[hex] ?? []);
}

function hexWords(hex: HexInfo): string {
  return hex.token === null
    ? TERRAIN_NAME[hex.terrain]
    : `${hex.token} ${TERRAIN_NAME[hex.terrain]}`;
}

function possessive(snapshot: TableSnapshot, seat: number): string {
  return isYou(snapshot, seat) ? 'your' : `${properName(snapshot, seat)}'s`;
}

function occupant(snapshot: TableSnapshot, id: Intersection): string | null {
  for (const [seat, view] of snapshot.view.seats.entries()) {
    if (view.cities.includes(id)) return `${possessive(snapshot, seat)} city`;
    if (view.settlements.includes(id)) return `${possessive(snapshot, seat)} settlement`;
  }
  return null;
}

function endWords(snapshot: TableSnapshot, id: Intersection): string {
  const at = snapshot.board.intersections[id];
  if (!at) return '';
  const pips = hexesRound(snapshot.board, id).reduce((sum, hex) => sum + hex.pips, 0);
  return occupant(snapshot, id) ?? `empty corner ${placeName(at.name)} of ${counted(pips, 'pip')}`;
}
