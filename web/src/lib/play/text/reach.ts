/**
 * Distances on the board. Anybody can see them there; the text view says them. Only the server decides
 * what may be built.
 */

import { RESOURCE_TERRAIN } from '../art/palette';
import { RESOURCES } from '../../base/cards';
import type { TableSnapshot } from '../game/snapshot';
import type { BoardInfo, HarborKind, HexInfo, Intersection, Path, Seat } from '../../base/protocol';

/** An intersection, and the way to it. */
interface Way {
  readonly to: Intersection;
  readonly over: Path;
}

const ways = new WeakMap<BoardInfo, readonly (readonly Way[])[]>();

/** Where paths lead to from each intersection. */
export function waysFrom(board: BoardInfo, at: Intersection): readonly Way[] {
  let all = ways.get(board);
  if (!all) {
    const lists = board.intersections.map((): Way[] => []);
    for (const [over, { ends }] of board.paths.entries()) {
      lists[ends[0]]?.push({ to: ends[1], over });
      lists[ends[1]]?.push({ to: ends[0], over });
    }
    all = lists;
    ways.set(board, all);
  }
  return all[at] ?? [];
}

/** Whose settlement or city stands at an intersection; null where none does. */
export function ownerOf({ view }: TableSnapshot, at: Intersection): Seat | null {
  const found = view.seats.findIndex(
    ({ settlements, cities }) => settlements.includes(at) || cities.includes(at),
  );
  return found < 0 ? null : found;
}

/** Whose road lies on a path; null where none does. */
export function roadOwnerOf({ view }: TableSnapshot, path: Path): Seat | null {
  const found = view.seats.findIndex(({ roads }) => roads.includes(path));
  return found < 0 ? null : found;
}

/** The building next to an intersection; null where there is none. */
export function neighborOf(snapshot: TableSnapshot, at: Intersection): Intersection | null {
  const next = waysFrom(snapshot.board, at).find(({ to }) => ownerOf(snapshot, to) !== null);
  return next?.to ?? null;
}

/** The intersections where nothing stands, nor beside them. */
function freeCorners(snapshot: TableSnapshot): Intersection[] {
  return snapshot.board.intersections.flatMap((_, at) =>
    ownerOf(snapshot, at) === null && neighborOf(snapshot, at) === null ? [at] : [],
  );
}

/** How many more roads a seat needs to each intersection, where it needs at most so many. */
export function roadsNeeded(
  snapshot: TableSnapshot,
  seat: Seat,
  most: number,
): ReadonlyMap<Intersection, number> {
  const { board, view } = snapshot;
  const own = view.seats[seat];
  const needed = new Map<Intersection, number>();
  if (!own) return needed;
  for (const at of [...own.settlements, ...own.cities]) needed.set(at, 0);
  for (const road of own.roads) for (const end of board.paths[road]?.ends ?? []) needed.set(end, 0);
  let front = [...needed.keys()];
  for (let roads = 1; roads <= most && front.length; roads++) {
    const next: Intersection[] = [];
    for (const from of front) {
      const owner = ownerOf(snapshot, from);
      // Nobody builds on past what another has built.
      if (owner !== null && owner !== seat) continue;
      for (const { to, over } of waysFrom(board, from)) {
        if (needed.has(to) || roadOwnerOf(snapshot, over) !== null) continue;
        needed.set(to, roads);
        next.push(to);
      }
    }
    front = next;
  }
  return needed;
}

/** The hexes round an intersection. */
function hexesAt(board: BoardInfo, at: Intersection): readonly HexInfo[] {
  return (board.intersections[at]?.hexes ?? []).flatMap((hex) => board.hexes[hex] ?? []);
}

/** In how many of 36 rolls an intersection brings something, each hex counted by itself. */
export function pipsAt(board: BoardInfo, at: Intersection): number {
  return hexesAt(board, at).reduce((sum, { pips }) => sum + pips, 0);
}

/** A free corner and what speaks for it. */
export interface Site {
  readonly at: Intersection;
  readonly pips: number;
  /** How many different resources it brings. */
  readonly kinds: number;
  readonly harbor: HarborKind | null;
}

/** The free corners, those with the most pips first, then those with more resources and a harbor. */
export function bestSites(snapshot: TableSnapshot): Site[] {
  const { board } = snapshot;
  return freeCorners(snapshot)
    .map((at) => {
      const terrains = new Set(hexesAt(board, at).map(({ terrain }) => terrain));
      const kinds = RESOURCES.filter((each) => terrains.has(RESOURCE_TERRAIN[each])).length;
      const harbor = board.intersections[at]?.harbor ?? null;
      return { at, pips: pipsAt(board, at), kinds, harbor };
    })
    .sort(
      (a, b) =>
        b.pips - a.pips ||
        b.kinds - a.kinds ||
        Number(b.harbor !== null) - Number(a.harbor !== null),
    );
}
