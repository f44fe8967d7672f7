/** What the set-up page held when a table was last created from it. */

import { COLORS, type SeatChoice, type TableChoices } from './orders';

const KEY = 'brickwood.setup';

/** What is remembered: all but the name, which the settings keep. */
export type Setup = Omit<TableChoices, 'name'>;

/** The last set-up; null where there is none, or none that can be read. */
export function lastSetup(): Setup | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return isSetup(kept) ? kept : null;
  } catch {
    // Storage may be forbidden or spoilt.
    return null;
  }
}

/** Remembers a set-up. */
export function rememberSetup(setup: Setup): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(setup));
  } catch {
    // As above: then the page begins anew.
  }
}

/** Whether something that was stored, perhaps by an older version, is a set-up. */
export function isSetup(value: unknown): value is Setup {
  if (typeof value !== 'object' || value === null) return false;
  const { seats, points, handLimit, board, seed } = value as Record<string, unknown>;
  return (
    Array.isArray(seats) &&
    seats.length >= 2 &&
    seats.length <= 4 &&
    seats.every(isSeat) &&
    Number.isInteger(points) &&
    Number.isInteger(handLimit) &&
    (board === 'random' || board === 'beginners' || board === 'seed') &&
    typeof seed === 'string'
  );
}

function isSeat(value: unknown): value is SeatChoice {
  if (typeof value !== 'object' || value === null) return false;
  const { who, color } = value as Record<string, unknown>;
  const known = who === 'human' || who === 'easy' || who === 'medium' || who === 'hard';
  return known && COLORS.some((each) => each === color);
}
