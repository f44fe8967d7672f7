/**
 * The names of places, as somebody types them. A corner has a name from each hex that it touches, and
 * so has a path: `c3n`, `b2se` and `b3sw` are one corner. All of them are understood.
 */

import type { Place, PlaceKind } from '../board/targets';
import type { BoardInfo } from '../../base/protocol';

/** The directions of a hex's corners, clockwise from the top, as the board lists them. */
export const CORNERS = ['n', 'ne', 'se', 's', 'sw', 'nw'] as const;
/** The directions of its paths: each lies between a corner and the next one. */
export const SIDES = ['ne', 'e', 'se', 'sw', 'w', 'nw'] as const;

/** A direction as the names of places have it. */
export type Direction = (typeof CORNERS)[number] | (typeof SIDES)[number];

/** All names of the places of a board. */
export class PlaceNames {
  readonly #ids: Readonly<Record<PlaceKind, Map<string, number>>> = {
    hex: new Map(),
    intersection: new Map(),
    path: new Map(),
  };
  readonly #names = new Map<string, string[]>();

  constructor(readonly board: BoardInfo) {
    const paths = new Map(board.paths.map(({ ends }, id) => [endsKey(...ends), id]));
    // The names that the table itself uses come first.
    for (const [id, { name }] of board.hexes.entries()) this.#add('hex', name, id);
    for (const [id, { name }] of board.intersections.entries()) this.#add('intersection', name, id);
    for (const [id, { name }] of board.paths.entries()) this.#add('path', name, id);
    for (const { name, corners } of board.hexes) {
      for (const [index, corner] of corners.entries()) {
        const next = corners[(index + 1) % corners.length] ?? corner;
        const path = paths.get(endsKey(corner, next));
        this.#add('intersection', `${name}${CORNERS[index] ?? ''}`, corner);
        if (path !== undefined) this.#add('path', `${name}${SIDES[index] ?? ''}`, path);
      }
    }
  }

  /** The place of this kind that bears a name; null where none does. */
  find(kind: PlaceKind, name: string): number | null {
    return this.#ids[kind].get(name.toLowerCase()) ?? null;
  }

  /** Any place that bears a name: a hex, else a corner, else a path. */
  findAny(name: string): Place | null {
    for (const kind of ['hex', 'intersection', 'path'] as const) {
      const id = this.find(kind, name);
      if (id !== null) return { kind, id };
    }
    return null;
  }

  /** All names of a place, its usual one first. */
  namesOf({ kind, id }: Place): readonly string[] {
    return this.#names.get(`${kind} ${id}`) ?? [];
  }

  /** Every name of this kind. */
  all(kind: PlaceKind): readonly string[] {
    return [...this.#ids[kind].keys()];
  }

  #add(kind: PlaceKind, given: string, id: number): void {
    const name = given.toLowerCase();
    if (this.#ids[kind].has(name)) return;
    this.#ids[kind].set(name, id);
    const key = `${kind} ${id}`;
    this.#names.set(key, [...(this.#names.get(key) ?? []), name]);
  }
}

function endsKey(a: number, b: number): string {
  return `${Math.min(a, b)} ${Math.max(a, b)}`;
}
