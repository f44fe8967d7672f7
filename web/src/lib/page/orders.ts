/** Orders for new tables. */

import type { BoardChoice, BotLevel, Color, NewSeat, NewTable } from '../protocol';

/** The colors in the order in which seats take them. */
export const COLORS: readonly Color[] = ['coral', 'cobalt', 'amber', 'teal', 'chalk', 'plum'];

/** One seat in the set-up form. */
export interface SeatChoice {
  readonly who: 'human' | BotLevel;
  readonly color: Color;
}

/** What the set-up form holds. */
export interface TableChoices {
  readonly name: string;
  readonly seats: readonly SeatChoice[];
  readonly points: number;
  readonly handLimit: number;
  readonly board: 'random' | 'beginners' | 'seed';
  readonly seed: string;
}

/** The seats of a game of one person against three bots. */
export function soloSeats(level: BotLevel): SeatChoice[] {
  const who = ['human', level, level, level] as const;
  return who.map((each, index) => ({ who: each, color: COLORS[index] ?? 'coral' }));
}

/** The order for what the form holds. */
export function orderOf(choices: TableChoices): NewTable {
  return {
    name: choices.name.trim(),
    edition: 'modern',
    seats: choices.seats.map(seatOf),
    points_to_win: choices.points,
    hand_limit: choices.handLimit,
    board: boardOf(choices),
  };
}

/** The order for a game at once. */
export function quickOrder(name: string, level: BotLevel): NewTable {
  return orderOf({
    name,
    seats: soloSeats(level),
    points: 10,
    handLimit: 7,
    board: 'random',
    seed: '',
  });
}

/** Gives a seat another color; whoever had it takes the one that is left. */
export function withColor(seats: readonly SeatChoice[], index: number, color: Color): SeatChoice[] {
  const before = seats[index]?.color ?? color;
  return seats.map((seat, at) => {
    if (at === index) return { ...seat, color };
    return seat.color === color ? { ...seat, color: before } : seat;
  });
}

/** More or fewer seats; new ones are like the last. */
export function withCount(seats: readonly SeatChoice[], count: number): SeatChoice[] {
  const kept = seats.slice(0, count);
  while (kept.length < count) {
    const color = COLORS.find((each) => kept.every((seat) => seat.color !== each)) ?? 'coral';
    kept.push({ who: kept.at(-1)?.who ?? 'medium', color });
  }
  return kept;
}

function seatOf({ who, color }: SeatChoice): NewSeat {
  return who === 'human' ? { type: 'human', color } : { type: 'bot', color, level: who };
}

function boardOf({ board, seed }: TableChoices): BoardChoice {
  if (board === 'seed' && seed.trim()) return { type: 'seed', seed: seed.trim() };
  return { type: board === 'beginners' ? 'beginners' : 'random' };
}
