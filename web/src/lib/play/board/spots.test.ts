import { expect, it } from 'vitest';

import { hexesAt } from './spots';
import { testBoard } from './test-board';

const board = testBoard();

it('finds the hexes of a corner, of both sides of a path, and a hex itself', () => {
  for (const [id, hex] of board.hexes.entries()) {
    expect(hexesAt(board, { kind: 'hex', id })).toEqual([id]);
    for (const corner of hex.corners) {
      expect(hexesAt(board, { kind: 'intersection', id: corner })).toContain(id);
    }
  }
  for (const [id, { ends }] of board.paths.entries()) {
    const beside = hexesAt(board, { kind: 'path', id });
    expect([1, 2]).toContain(beside.length);
    for (const end of ends) {
      expect(hexesAt(board, { kind: 'intersection', id: end })).toEqual(
        expect.arrayContaining(beside),
      );
    }
  }
});
