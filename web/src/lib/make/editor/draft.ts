/** A board while it is drawn, and what each stroke changes. */

import { island } from '../../play/board/island';
import type {
  BoardInfo,
  DraftHex,
  DraftReport,
  Harbor,
  HarborKind,
  Resource,
  Side,
  Terrain,
} from '../../base/protocol';
import { FRAMES, frameWith, SIDES, type FrameName } from './frame';

/** What is drawn so far. */
export interface Draft {
  readonly frame: FrameName;
  /** In reading order. */
  readonly hexes: readonly DraftHex[];
  /** Clockwise from the upper left. */
  readonly harbors: readonly Harbor[];
  readonly robber: number | null;
}

/** What is drawn with. */
export type Tool =
  | { readonly type: 'terrain'; readonly terrain: Terrain }
  | { readonly type: 'token'; readonly token: number }
  | { readonly type: 'harbor'; readonly kind: HarborKind }
  | { readonly type: 'robber' }
  | { readonly type: 'eraser' };

/** A hex, or a coast of the frame, by its number. */
export interface Spot {
  readonly kind: 'hex' | 'coast';
  readonly id: number;
}

export const TERRAINS = [
  'hills',
  'forest',
  'pasture',
  'fields',
  'mountains',
  'desert',
] as const satisfies Terrain[];
export const TOKENS = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12] as const;
export const HARBORS: readonly HarborKind[] = [
  { type: 'generic' },
  ...(['brick', 'lumber', 'wool', 'grain', 'ore'] as const).map((resource): HarborKind => ({
    type: 'special',
    resource,
  })),
];

/** The letter of each terrain in the notation of boards: that of what it gives. */
export const TERRAIN_LETTERS: Readonly<Record<Terrain, string>> = {
  hills: 'B',
  forest: 'L',
  pasture: 'W',
  fields: 'G',
  mountains: 'O',
  desert: 'D',
};
const RESOURCE_LETTERS: Readonly<Record<Resource, string>> = {
  brick: 'B',
  lumber: 'L',
  wool: 'W',
  grain: 'G',
  ore: 'O',
};

/** A draft in which nothing is drawn. */
export function emptyDraft(frame: FrameName): Draft {
  const hexes = FRAMES[frame].land.map(() => ({ terrain: null, token: null }));
  return { frame, hexes, harbors: [], robber: null };
}

/** Whether nothing is drawn. */
export function isEmpty({ hexes, harbors, robber }: Draft): boolean {
  const open = hexes.every(({ terrain, token }) => terrain === null && token === null);
  return open && harbors.length === 0 && robber === null;
}

/** Draws at a spot. The same draft where the tool changes nothing there. */
export function painted(draft: Draft, tool: Tool, spot: Spot): Draft {
  return spot.kind === 'hex'
    ? paintedHex(draft, tool, spot.id)
    : paintedCoast(draft, tool, spot.id);
}

function paintedHex(draft: Draft, tool: Tool, id: number): Draft {
  const hex = draft.hexes[id];
  if (!hex) return draft;
  switch (tool.type) {
    case 'terrain': {
      // A hex that becomes a desert gives its number back.
      const token = tool.terrain === 'desert' ? null : hex.token;
      return withHex(draft, id, { terrain: tool.terrain, token });
    }
    case 'token':
      return withHex(draft, id, { ...hex, token: tool.token });
    case 'robber':
      return draft.robber === id ? draft : { ...draft, robber: id };
    case 'eraser': {
      const without = draft.robber === id ? { ...draft, robber: null } : draft;
      return withHex(without, id, { terrain: null, token: null });
    }
    case 'harbor':
      return draft;
  }
}

function withHex(draft: Draft, id: number, hex: DraftHex): Draft {
  const before = draft.hexes[id];
  if (before?.terrain === hex.terrain && before.token === hex.token) return draft;
  return { ...draft, hexes: draft.hexes.map((each, index) => (index === id ? hex : each)) };
}

function paintedCoast(draft: Draft, tool: Tool, id: number): Draft {
  const coast = FRAMES[draft.frame].coasts[id];
  if (!coast || (tool.type !== 'harbor' && tool.type !== 'eraser')) return draft;
  const here = harborAtCoast(draft, id);
  if (tool.type === 'eraser') {
    return here ? { ...draft, harbors: draft.harbors.filter((each) => each !== here) } : draft;
  }
  if (here && sameKind(here.kind, tool.kind)) return draft;
  const others = draft.harbors.filter((each) => each !== here);
  const harbor = { hex: coast.hex, side: coast.side, kind: tool.kind };
  return { ...draft, harbors: inOrder(draft.frame, [...others, harbor]) };
}

/** Takes a harbor away, wherever it lies. */
export function withoutHarbor(draft: Draft, index: number): Draft {
  return { ...draft, harbors: draft.harbors.filter((_, each) => each !== index) };
}

/** The harbor at a coast. */
export function harborAtCoast(draft: Draft, id: number): Harbor | undefined {
  const coast = FRAMES[draft.frame].coasts[id];
  return draft.harbors.find(({ hex, side }) => hex === coast?.hex && side === coast.side);
}

/** The coast of a harbor; -1 where it lies inland. */
export function coastOfHarbor(draft: Draft, { hex, side }: Harbor): number {
  return FRAMES[draft.frame].coasts.findIndex((each) => each.hex === hex && each.side === side);
}

function inOrder(frame: FrameName, harbors: readonly Harbor[]): Harbor[] {
  const { coasts } = FRAMES[frame];
  const place = ({ hex, side }: Harbor) =>
    coasts.findIndex((each) => each.hex === hex && each.side === side);
  return [...harbors].sort((one, other) => place(one) - place(other));
}

export function sameKind(one: HarborKind, other: HarborKind): boolean {
  const of = (kind: HarborKind) => (kind.type === 'special' ? kind.resource : '');
  return of(one) === of(other);
}

/** Where the robber is drawn: without a mark on the only desert. */
export function robberOf({ hexes, robber }: Draft): number | null {
  if (robber !== null) return robber;
  const deserts = [...hexes.keys()].filter((id) => hexes[id]?.terrain === 'desert');
  return deserts.length === 1 ? (deserts[0] ?? null) : null;
}

/** The draft in the notation of boards. */
export function textOf({ frame, hexes, harbors, robber }: Draft): string {
  let next = 0;
  const rows = FRAMES[frame].rows.map((length) => {
    const row = hexes.slice(next, next + length).map(({ terrain, token }, index) => {
      const star = robber === next + index ? '*' : '';
      return `${terrain ? TERRAIN_LETTERS[terrain] : '?'}${token ?? ''}${star}`;
    });
    next += length;
    return row.join('');
  });
  const names = FRAMES[frame].hexNames;
  const sea = harbors.map(({ hex, side, kind }) => {
    const letter = kind.type === 'special' ? RESOURCE_LETTERS[kind.resource] : '3';
    return `${(names[hex] ?? '').toLowerCase()}${sideName(side)}:${letter}`;
  });
  return rows.join('/') + (sea.length ? `~${sea.join(',')}` : '');
}

/** `ne` for `north_east`. */
function sideName(side: Side): string {
  return side
    .split('_')
    .map((word) => word.charAt(0))
    .join('');
}

/** The draft that a text describes, as the server has read it. */
export function draftOf({ hexes, harbors, robber }: DraftReport): Draft {
  const frame = frameWith(hexes.length);
  return { frame, hexes, harbors: inOrder(frame, harbors), robber };
}

/** The draft as a board of a table is described, to be drawn. What is open is given as desert. */
export function boardOf({ frame, hexes, harbors }: Draft): BoardInfo {
  return island(
    FRAMES[frame].land.map(([x, y], id) => {
      const { terrain = null, token = null } = hexes[id] ?? {};
      return token === null ? [x, y, terrain ?? 'desert'] : [x, y, terrain ?? 'desert', token];
    }),
    harbors.map(({ hex, side, kind }) => [hex, SIDES.indexOf(side), kind]),
  );
}

/** A draft from what was kept; null where it makes no sense. */
export function readDraft(value: unknown, frame: FrameName): Draft | null {
  if (typeof value !== 'object' || value === null) return null;
  const { hexes, harbors, robber } = value as Partial<Record<keyof Draft, unknown>>;
  const count = FRAMES[frame].land.length;
  if (!Array.isArray(hexes) || hexes.length !== count || !hexes.every(isHex)) return null;
  if (!Array.isArray(harbors) || !harbors.every((each) => isHarbor(each, count))) return null;
  if (robber !== null && !isBelow(robber, count)) return null;
  return { frame, hexes, harbors: inOrder(frame, harbors), robber };
}

function isBelow(value: unknown, limit: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < limit;
}

function isHex(value: unknown): value is DraftHex {
  const { terrain, token } = (value ?? {}) as Partial<DraftHex>;
  const known = terrain === null || TERRAINS.some((each) => each === terrain);
  return known && (token === null || TOKENS.some((each) => each === token));
}

function isHarbor(value: unknown, hexes: number): value is Harbor {
  const { hex, side, kind } = (value ?? {}) as Partial<Harbor>;
  return (
    isBelow(hex, hexes) &&
    SIDES.some((each) => each === side) &&
    kind !== undefined &&
    HARBORS.some((each) => each.type === kind.type && sameKind(each, kind))
  );
}
