import { expect, test } from 'vitest';

import type { PlaceKind } from '../board/targets';
import { testBoard } from '../board/test-board';
import { testSnapshot } from '../game/test-snapshot';
import { PlaceNames } from './places';
import { placeTyped } from './reader';

const { board } = testSnapshot();
const names = new PlaceNames(board);

function count(kind: PlaceKind): number {
  return { hex: board.hexes, intersection: board.intersections, path: board.paths }[kind].length;
}

test('every name of every place leads back to it', () => {
  for (const kind of ['hex', 'intersection', 'path'] as const) {
    for (let id = 0; id < count(kind); id++) {
      const all = names.namesOf({ kind, id });
      expect(all.length, `${kind} ${id}`).toBeGreaterThan(0);
      for (const name of all) expect(names.find(kind, name), name).toBe(id);
    }
  }
});

test('a corner has a name from each hex that it touches, and a path from each beside it', () => {
  for (const [id, { hexes, name }] of board.intersections.entries()) {
    const all = names.namesOf({ kind: 'intersection', id });
    expect(all[0]).toBe(name);
    const from = new Set(all.map((each) => /^[a-z]\d+/.exec(each)?.[0]));
    expect([...hexes].map((hex) => board.hexes[hex]?.name.toLowerCase())).toEqual(
      expect.arrayContaining([...from]),
    );
    expect(from.size).toBe(hexes.length);
  }
  const corners = board.hexes.length * 6;
  expect(names.all('intersection')).toHaveLength(corners);
  expect(names.all('path')).toHaveLength(corners);
});

test('one corner in the middle has three names', () => {
  const id = names.find('intersection', 'c3n');
  expect(id).not.toBeNull();
  expect([...names.namesOf({ kind: 'intersection', id: id ?? -1 })].sort()).toEqual([
    'b2se',
    'b3sw',
    'c3n',
  ]);
});

test('the same holds of every board', () => {
  const other = new PlaceNames(testBoard());
  expect(other.all('intersection').length).toBeGreaterThan(54);
});

test('a name is understood however it is written', () => {
  const ways = [
    'c3ne',
    'C3NE',
    'c3 ne',
    'c3-ne',
    'C3 north-east',
    'c3 northeast',
    'c 3 north east',
  ];
  for (const way of ways) expect(placeTyped(way), way).toBe('c3ne');
  expect(placeTyped('C3')).toBe('c3');
  expect(placeTyped('c03 north')).toBe('c3n');
  expect(placeTyped('c3 up')).toBeNull();
  expect(placeTyped('north')).toBeNull();
});
