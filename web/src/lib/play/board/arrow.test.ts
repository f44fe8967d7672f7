import { expect, it } from 'vitest';

import { arrowTo } from './arrow';
import { hexCenter, intersectionPoint } from './geometry';
import { testBoard } from './test-board';

const board = testBoard();

it('an arrow to a corner covers no token, and its head is at the place', () => {
  for (const at of board.intersections) {
    const place = intersectionPoint(at);
    const [tail, head] = arrowTo(board, [], place);
    expect(Math.hypot(head.x - place.x, head.y - place.y)).toBeLessThan(30);
    for (const hex of board.hexes) {
      const token = hexCenter(hex);
      for (const part of [0, 0.25, 0.5, 0.75, 1]) {
        const [x, y] = [tail.x + (head.x - tail.x) * part, tail.y + (head.y - tail.y) * part];
        expect(Math.hypot(x - token.x, y - token.y)).toBeGreaterThan(22);
      }
    }
  }
});
