/** Where the letters of the rows of hexes stand. */

import type { BoardInfo } from '../../base/protocol';
import { COAST, HALF_WIDTH, harborPlace, hexCenter, viewBox, type Point } from './geometry';

/** How large the letters of rows are, how far off the land they stand, and how far from a harbor. */
export const LETTER_RADIUS = 13.5;
const LETTER_OUT = COAST + 14;
const LETTER_CLEAR = 42;

/** A letter beside a row of hexes. */
export interface RowLetter extends Point {
  readonly letter: string;
}

/** Where the letter of each row of hexes stands: at its west or east end, by turns, unless a harbor is there. */
export function rowLetters(board: BoardInfo): RowLetter[] {
  const pennants = board.harbors.map((harbor) => harborPlace(board, harbor).pennant);
  const nearest = (point: Point) =>
    Math.min(...pennants.map(({ x, y }) => Math.hypot(x - point.x, y - point.y)));
  const box = viewBox(board);
  const rows = [...new Set(board.hexes.map((hex) => hex.y))].sort((a, b) => a - b);
  return rows.flatMap((row, index) => {
    const hexes = board.hexes.filter((hex) => hex.y === row);
    const letter = hexes[0]?.name.charAt(0).toUpperCase();
    if (!letter) return [];
    const xs = hexes.map((hex) => hexCenter(hex).x);
    const { y } = hexCenter({ x: 0, y: row });
    const out = HALF_WIDTH + LETTER_OUT;
    const west = { x: Math.max(Math.min(...xs) - out, box.x + LETTER_RADIUS), y };
    const east = { x: Math.min(Math.max(...xs) + out, box.x + box.width - LETTER_RADIUS), y };
    const [first, second] = index % 2 === 0 ? [west, east] : [east, west];
    const isTaken = nearest(first) < LETTER_CLEAR && nearest(second) > nearest(first);
    return [{ letter, ...(isTaken ? second : first) }];
  });
}
