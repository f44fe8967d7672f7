import { describe, expect, it } from 'vitest';

import { SIDE, hexCenter, intersectionPoint, pathPlace } from './geometry';
import {
  nearestSpot,
  neighborInOrder,
  readingOrder,
  spotTowards,
  type Direction,
  type Spot,
} from './navigation';
import { testBoard } from './test-board';

const board = testBoard();
const hexes: Spot[] = board.hexes.map((hex, id) => ({ id, ...hexCenter(hex) }));
const intersections: Spot[] = board.intersections.map((at, id) => ({
  id,
  ...intersectionPoint(at),
}));
const paths: Spot[] = board.paths.map((path, id) => ({ id, ...pathPlace(board, path) }));

function spot(spots: Spot[], id: number): Spot {
  const found = spots.find((each) => each.id === id);
  if (!found) throw new Error(`no spot ${id}`);
  return found;
}

const DIRECTIONS: Direction[] = ['up', 'down', 'left', 'right'];

describe('arrow keys', () => {
  it('lead along a row of hexes and on to the next row at its end', () => {
    expect(spotTowards(hexes, spot(hexes, 0), 'right')?.id).toBe(1);
    expect(spotTowards(hexes, spot(hexes, 9), 'left')?.id).toBe(8);
  });

  it('lead from row to row', () => {
    expect([4, 5]).toContain(spotTowards(hexes, spot(hexes, 9), 'up')?.id);
    expect([13, 14]).toContain(spotTowards(hexes, spot(hexes, 9), 'down')?.id);
  });

  it('prefer what is straight ahead to what is as near aside', () => {
    const from = { id: 0, x: 0, y: 0 };
    const ahead = { id: 1, x: 10, y: 0 };
    const aside = { id: 2, x: 6, y: 8 };
    expect(spotTowards([from, aside, ahead], from, 'right')?.id).toBe(1);
  });

  it('look 60 degrees to either side, and beyond that only when nothing else is there', () => {
    const from = { id: 0, x: 0, y: 0 };
    const wide = { id: 1, x: 3, y: 10 };
    const far = { id: 2, x: 90, y: 90 };
    expect(spotTowards([from, wide, far], from, 'right')?.id).toBe(2);
    expect(spotTowards([from, wide], from, 'right')?.id).toBe(1);
  });

  it('stop at the top and bottom, and wrap to the next row at the sides', () => {
    const order = readingOrder(hexes);
    expect(spotTowards(hexes, spot(hexes, 0), 'up')).toBeUndefined();
    expect(spotTowards(hexes, spot(hexes, 18), 'down')).toBeUndefined();
    expect(spotTowards(hexes, spot(hexes, 11), 'right')?.id).toBe(12);
    expect(spotTowards(hexes, spot(hexes, 7), 'left')?.id).toBe(order[6]?.id);
  });

  it('stay where there is but one place', () => {
    const [only] = hexes;
    if (!only) throw new Error('no hex');
    for (const direction of ['up', 'down'] as const) {
      expect(spotTowards([only], only, direction)).toBeUndefined();
    }
    expect(spotTowards([only], only, 'right')).toBe(only);
  });

  it.each([
    ['hexes', hexes],
    ['intersections', intersections],
    ['paths', paths],
    ['a scattered few', intersections.filter(({ id }) => id % 7 === 3)],
  ])('reach every place from the first among %s', (_, spots) => {
    const reached = new Set<number>();
    const queue = spots.slice(0, 1);
    for (let from = queue.pop(); from; from = queue.pop()) {
      if (reached.has(from.id)) continue;
      reached.add(from.id);
      for (const direction of DIRECTIONS) {
        const next = spotTowards(spots, from, direction);
        if (next) queue.push(next);
      }
    }
    expect(reached.size).toBe(spots.length);
  });
});

describe('reading order', () => {
  it('is how the board counts its places', () => {
    for (const spots of [hexes, intersections, paths]) {
      const mixed = [...spots].sort((a, b) => ((a.id * 7) % 5) - ((b.id * 7) % 5));
      expect(readingOrder(mixed).map(({ id }) => id)).toEqual(spots.map(({ id }) => id));
    }
  });

  it('goes round', () => {
    expect(neighborInOrder(hexes, hexes[18] as Spot, 1)?.id).toBe(0);
    expect(neighborInOrder(hexes, hexes[0] as Spot, -1)?.id).toBe(18);
  });
});

describe('a tap', () => {
  it('means the nearest place within reach', () => {
    const at = spot(intersections, 20);
    const tap = { x: at.x + SIDE * 0.3, y: at.y - SIDE * 0.2 };
    expect(nearestSpot(intersections, tap, SIDE * 0.6)?.id).toBe(20);
  });

  it('means nothing out at sea', () => {
    expect(nearestSpot(intersections, { x: 1000, y: 0 }, SIDE * 0.6)).toBeUndefined();
    expect(nearestSpot([], { x: 0, y: 0 }, SIDE)).toBeUndefined();
  });
});
