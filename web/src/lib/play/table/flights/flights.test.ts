import { expect, it } from 'vitest';

import { testSnapshot } from '../../game/test-snapshot';
import { total } from '../../../base/cards';
import { RESOURCE_TERRAIN } from '../../art/palette';
import type { Cards, Event, LogEntry } from '../../../base/protocol';
import { flights } from './flights';

const table = testSnapshot();

const happened = (...events: Event[]): LogEntry[] => [
  { seq: 1, undone: null, at_table: null, events },
];

const cards = (brick = 0, lumber = 0, wool = 0, grain = 0, ore = 0): Cards => [
  brick,
  lumber,
  wool,
  grain,
  ore,
];

/** A hex with a number beside which somebody has built. */
function producing() {
  const { board, view } = table;
  for (const [seat, { settlements }] of view.seats.entries()) {
    for (const hex of settlements.flatMap((at) => board.intersections[at]?.hexes ?? [])) {
      const { token, terrain } = board.hexes[hex] ?? {};
      const resource = Object.values(RESOURCE_TERRAIN).indexOf(terrain ?? 'desert');
      if (token && resource >= 0) return { seat, hex, token, resource };
    }
  }
  throw new Error('somebody has built beside a number');
}

it('brings what is rolled from its hex to whoever gets it', () => {
  const { seat, hex, token, resource } = producing();
  const gain = cards();
  gain[resource] = 2;
  const dice: [number, number] = [Math.max(1, token - 6), Math.min(6, token - 1)];
  const rolled = {
    type: 'rolled',
    seat: 0,
    dice,
    gains: [{ seat, cards: gain }],
    short: [],
    blocked: null,
  } satisfies Event;
  const moved = flights(table, table, happened(rolled));
  expect(moved.map(({ from }) => from)).toContainEqual({ at: 'hex', hex });
  expect(moved.reduce((sum, { count }) => sum + count, 0)).toBe(total(gain));
  expect(new Set(moved.map(({ to }) => JSON.stringify(to)))).toEqual(
    new Set([JSON.stringify({ at: 'seat', seat })]),
  );
  // A blocked hex gives nothing.
  const blocked = flights(table, table, happened({ ...rolled, blocked: hex }));
  expect(blocked.map(({ from }) => from)).not.toContainEqual({ at: 'hex', hex });
});

it('moves both sides of a trade', () => {
  const terms = { give: cards(1), take: cards(0, 0, 2) };
  expect(flights(table, table, happened({ type: 'traded', seat: 0, with: 2, terms }))).toEqual([
    { moved: 'brick', count: 1, from: { at: 'seat', seat: 0 }, to: { at: 'seat', seat: 2 } },
    { moved: 'wool', count: 2, from: { at: 'seat', seat: 2 }, to: { at: 'seat', seat: 0 } },
  ]);
});

it('shows the back of a stolen card that the viewer does not know', () => {
  const stolen = { type: 'stolen', seat: 1, victim: 2, resource: null } as const;
  const [moved] = flights(table, table, happened(stolen));
  expect(moved).toMatchObject({ moved: 'unknown', from: { seat: 2 }, to: { seat: 1 } });
});

it('hands an award over from whoever had it, and moves none that stays', () => {
  const had = testSnapshot({ view: { longest_road: 1 } });
  const to = (holder: number | null): Event => ({ type: 'longest_road', holder });
  expect(flights(had, table, happened(to(2)))).toEqual([
    { moved: 'longest_road', count: 1, from: { at: 'seat', seat: 1 }, to: { at: 'seat', seat: 2 } },
  ]);
  expect(flights(had, table, happened(to(1)))).toEqual([]);
  expect(flights(had, table, happened(to(null)))).toEqual([]);
});

it('shows neither what was taken back nor more than anybody could follow', () => {
  const discarded = { type: 'discarded', seat: 0, cards: cards(1) } as const;
  const undone = happened(discarded).map((entry) => ({ ...entry, undone: 0 }));
  expect(flights(table, table, undone)).toEqual([]);
  expect(flights(table, table, happened(discarded))).toHaveLength(1);
  expect(flights(table, table, happened(...Array<Event>(40).fill(discarded)))).toEqual([]);
});
