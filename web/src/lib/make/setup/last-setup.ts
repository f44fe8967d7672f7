/** What the set-up page held when a table was last created from it. */

import type { EditionInfo, Rules } from '../../base/protocol';
import { LIMITS } from '../../base/protocol/limits';
import { LEVELS } from '../../base/levels';
import { OPTIONS, valueOf, withValue } from './options';
import { COLORS, type BoardKind, type SeatChoice, type Setup } from './orders';
import { presetOf } from './setup';
import { readOptions, within } from './stored-options';

const KEY = 'brickwood.setup';
const PEOPLE = ['human', 'local', 'locked'];
const BOARDS: readonly BoardKind[] = ['random', 'beginners', 'seed', 'own'];

/** The last set-up; null where there is none, or none that can be read. */
export function lastSetup(editions: readonly EditionInfo[]): Setup | null {
  try {
    return readSetup(JSON.parse(localStorage.getItem(KEY) ?? 'null'), editions);
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

/**
 * A set-up from what was stored, perhaps by an older version: what is not understood of its rules is
 * as the edition has it. Null where the rest makes no sense.
 */
export function readSetup(value: unknown, editions: readonly EditionInfo[]): Setup | null {
  if (!isRecord(value)) return null;
  const { seats, board, seed, own = '' } = value;
  if (!Array.isArray(seats) || within(seats.length, LIMITS.players) === null) return null;
  if (!seats.every(isSeat) || typeof seed !== 'string' || typeof own !== 'string') return null;
  const kind = BOARDS.find((each) => each === board);
  const edition = editions.find((each) => each.edition === value.edition)?.edition;
  if (!kind || !edition) return null;
  const preset = presetOf(editions, edition, seats.length);
  const options = readOptions(value.options);
  return { seats, edition, rules: readRules(value.rules, preset), board: kind, seed, own, options };
}

function readRules(kept: unknown, preset: Rules): Rules {
  if (!isRecord(kept)) return preset;
  let rules = preset;
  for (const { id, choices } of OPTIONS) {
    const value = valueIn(kept, id);
    if (choices.some((choice) => choice.value === value)) rules = withValue(rules, id, value);
  }
  const { points_to_win, hand_limit, time_limit, first_player, set_up } = kept;
  return {
    ...rules,
    points_to_win: within(points_to_win, LIMITS.points_to_win) ?? preset.points_to_win,
    hand_limit: within(hand_limit, LIMITS.hand_limit) ?? preset.hand_limit,
    time_limit: within(time_limit, LIMITS.time_limit) ?? preset.time_limit,
    first_player: readFirst(first_player, preset.players) ?? preset.first_player,
    set_up: readSetUp(set_up) ?? preset.set_up,
  };
}

function valueIn(kept: Record<string, unknown>, id: string): string | boolean {
  try {
    return valueOf(kept as unknown as Rules, id);
  } catch {
    return '';
  }
}

function readFirst(value: unknown, players: number): Rules['first_player'] | null {
  if (!isRecord(value) || value.type !== 'named') return null;
  const seat = within(value.seat, { least: 0, most: players - 1 });
  return seat === null ? null : { type: 'named', seat };
}

function readSetUp(value: unknown): Rules['set_up'] | null {
  if (!isRecord(value) || value.type !== 'beginners') return null;
  const pieces = ['red', 'orange', 'white', 'blue'] as const;
  return {
    type: 'beginners',
    left_out: pieces.find((each) => each === value.left_out) ?? null,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isSeat(value: unknown): value is SeatChoice {
  if (!isRecord(value)) return false;
  const { who, color } = value;
  const known = PEOPLE.some((each) => each === who) || LEVELS.some((level) => level === who);
  const named = value.name === undefined || typeof value.name === 'string';
  return named && known && COLORS.some((each) => each === color);
}
