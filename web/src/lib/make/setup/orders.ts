/** Orders for new tables. */

import { t } from '../../base/language/messages';
import type {
  BoardChoice,
  BotLevel,
  Color,
  Edition,
  EditionInfo,
  NewSeat,
  NewTable,
  Rules,
  TableOptions,
} from '../../base/protocol';
import { AT_ONCE, USUAL } from './table-options';

/** The colors in the order in which seats take them. */
export const COLORS: readonly Color[] = ['coral', 'cobalt', 'amber', 'teal', 'chalk', 'plum'];

/** One seat in the set-up form. */
export interface SeatChoice {
  /** A person with a device of their own: the first is whoever creates the table. */
  readonly who: Who;
  readonly color: Color;
  /** The name of a person at this device. */
  readonly name?: string;
}

/** Whom a seat is for. */
export type Who = 'human' | 'local' | 'locked' | BotLevel;

/** Which board is laid. */
export type BoardKind = 'random' | 'beginners' | 'seed' | 'own';

/** Everything about a table but the name of whoever creates it. */
export interface Setup {
  readonly seats: readonly SeatChoice[];
  readonly edition: Edition;
  readonly rules: Rules;
  readonly board: BoardKind;
  /** The name of the board. */
  readonly seed: string;
  /** The text of a board of one's own. */
  readonly own: string;
  /** How the table is run. */
  readonly options: TableOptions;
}

/** The seats of a game of one person against three bots. */
export function soloSeats(level: BotLevel): SeatChoice[] {
  const who = ['human', level, level, level] as const;
  return who.map((each, index) => ({ who: each, color: COLORS[index] ?? 'coral' }));
}

/** The set-up of whoever has not chosen any. */
export function firstSetup([usual]: readonly EditionInfo[], level: BotLevel): Setup {
  if (!usual) throw new RangeError('there are no editions');
  const seats = soloSeats(level);
  return {
    seats,
    edition: usual.edition,
    rules: { ...usual.rules, players: seats.length },
    board: 'random',
    seed: '',
    own: '',
    options: USUAL,
  };
}

/** The set-up of a table for friends: four seats, and the host says when it begins. */
export function friendsSetup(editions: readonly EditionInfo[]): Setup {
  const setup = firstSetup(editions, 'medium');
  const seats = setup.seats.map((seat) => ({ ...seat, who: 'human' as const }));
  return { ...setup, seats, options: USUAL };
}

/** The set-up of a game of two people at one device, with two bots. */
export function deviceSetup(editions: readonly EditionInfo[], level: BotLevel): Setup {
  const setup = firstSetup(editions, level);
  const seats = setup.seats.map((seat, index) =>
    index === 1 ? { ...seat, who: 'local' as const, name: localName(1) } : seat,
  );
  return { ...setup, seats };
}

/** The name of somebody at this device who has none. */
export function localName(seat: number): string {
  return t('tableWords.playerHere', { number: seat + 1 });
}

/** The order for what the form holds. */
export function orderOf(name: string, setup: Setup): NewTable {
  const { seats, edition, rules } = setup;
  // With four players none of the beginners' pieces stays in the box.
  const set_up =
    rules.set_up.type === 'beginners' && seats.length !== 3
      ? { ...rules.set_up, left_out: null }
      : rules.set_up;
  return {
    name: name.trim(),
    edition,
    rules: { ...rules, players: seats.length, set_up },
    seats: seats.map(seatOf),
    board: boardOf(setup),
    // Where only the host sits down, nobody is to be waited for.
    options: isAwaited(seats) ? setup.options : { ...setup.options, start: AT_ONCE.start },
  };
}

/** Whether anybody else is to sit down. */
function isAwaited(seats: readonly SeatChoice[]): boolean {
  return seats.some(({ who }, seat) => seat > 0 && who === 'human');
}

/** The order for a game at once. */
export function quickOrder(
  name: string,
  level: BotLevel,
  editions: readonly EditionInfo[],
): NewTable {
  return orderOf(name, firstSetup(editions, level));
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
    const who = kept.at(-1)?.who ?? 'medium';
    kept.push({ who: who === 'local' || who === 'locked' ? 'medium' : who, color });
  }
  return kept;
}

function seatOf({ who, color, name }: SeatChoice, seat: number): NewSeat {
  switch (who) {
    case 'human':
    case 'locked':
      return { type: who, color };
    case 'local':
      return { type: who, color, name: name?.trim() || localName(seat) };
    default:
      return { type: 'bot', color, level: who };
  }
}

function boardOf({ board, seed, own }: Setup): BoardChoice {
  if (board === 'own') return { type: 'own', text: own };
  if (board === 'seed' && seed.trim()) return { type: 'seed', seed: seed.trim() };
  return { type: board === 'beginners' ? 'beginners' : 'random' };
}
