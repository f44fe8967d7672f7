import { expect, it } from 'vitest';

import { SIDE, HALF_WIDTH } from './geometry';
import { gridPoints, insideHex, stamp } from './terrain';

it('keeps motifs inside their hex and out from under the token', () => {
  const points = gridPoints({ x: 17, y: 15, room: 9 }, 25);
  expect(points.length).toBeGreaterThan(10);
  for (const point of points) {
    expect(insideHex(point, 9)).toBe(true);
    expect(Math.hypot(point.x, point.y)).toBeGreaterThanOrEqual(25);
  }
});

it('knows the inside of a hex from its outside', () => {
  expect(insideHex({ x: 0, y: SIDE - 1 }, 0)).toBe(true);
  expect(insideHex({ x: 0, y: SIDE + 1 }, 0)).toBe(false);
  expect(insideHex({ x: HALF_WIDTH - 1, y: 0 }, 0)).toBe(true);
  // The corner of the bounding box lies outside.
  expect(insideHex({ x: HALF_WIDTH - 1, y: SIDE - 1 }, 0)).toBe(false);
});

it('repeats a motif at each point', () => {
  expect(
    stamp(
      [
        { x: 1, y: 2 },
        { x: -3.25, y: 0 },
      ],
      'h1',
    ),
  ).toBe('M1.0 2.0h1M-3.3 0.0h1');
});
