import { describe, expect, it } from 'vitest';

import { SIDE, hexCenter, viewBox } from './geometry';
import { rowLetters } from './row-letters';
import { testBoard } from './test-board';

const board = testBoard();

describe('the letters of the rows', () => {
  const letters = rowLetters(board);

  it('names each row as its hexes are named', () => {
    expect(letters.map(({ letter }) => letter)).toEqual(['A', 'B', 'C', 'D', 'E']);
    for (const { letter, y } of letters) {
      const row = board.hexes.filter(({ name }) => name.startsWith(letter));
      expect(row.every((hex) => hexCenter(hex).y === y)).toBe(true);
    }
  });

  it('stands in the picture, and on no token', () => {
    const box = viewBox(board);
    for (const { x, y } of letters) {
      expect(x).toBeGreaterThanOrEqual(box.x);
      expect(x).toBeLessThanOrEqual(box.x + box.width);
      for (const hex of board.hexes) {
        const center = hexCenter(hex);
        expect(Math.hypot(x - center.x, y - center.y)).toBeGreaterThan(SIDE * 0.8);
      }
    }
  });
});
