/** How a table is run, as it was stored. */

import type { TableOptions } from '../../base/protocol';
import { LIMITS } from '../../base/protocol/limits';
import { LEVELS } from '../../base/levels';
import {
  ABSENCES,
  BOT_OFFERS,
  BOT_PACES,
  CHATS,
  clockOf,
  CLOCKS,
  COACHES,
  SPECTATORS,
  spectatorsOf,
  STARTS,
  USUAL,
  type Choice,
} from './table-options';

/** Between what a number has to be. */
interface Limits {
  readonly least: number;
  readonly most: number;
}

/** A whole number within limits; null for everything else. */
export function within(value: unknown, { least, most }: Limits): number | null {
  const fits = typeof value === 'number' && Number.isInteger(value);
  return fits && value >= least && value <= most ? value : null;
}

/** Options from what was stored, perhaps by an older version: what is not understood is as usual. */
export function readOptions(value: unknown): TableOptions {
  if (typeof value !== 'object' || value === null) return USUAL;
  const kept = value as Partial<TableOptions>;
  const one = <T extends string>(choices: readonly Choice<T>[], given: unknown, usual: T): T =>
    choices.find((choice) => choice.value === given)?.value ?? usual;
  const number = (given: unknown, limits: Limits, usual: number): number =>
    within(given, limits) ?? usual;
  const clock = clockOf(one(CLOCKS, kept.clock?.type, 'off'));
  if (clock.type === 'turn' && kept.clock?.type === 'turn') {
    clock.seconds = number(kept.clock.seconds, LIMITS.turn_seconds, clock.seconds);
  }
  if (clock.type === 'bank' && kept.clock?.type === 'bank') {
    clock.minutes = number(kept.clock.minutes, LIMITS.clock_minutes, clock.minutes);
    clock.increment_s = number(kept.clock.increment_s, LIMITS.increment_seconds, clock.increment_s);
  }
  const spectators = spectatorsOf(one(SPECTATORS, kept.spectators?.type, 'allowed'));
  if (spectators.type === 'delayed' && kept.spectators?.type === 'delayed') {
    spectators.seconds = number(kept.spectators.seconds, LIMITS.delay_seconds, spectators.seconds);
  }
  const bots = kept.bots_after;
  const seconds = within(bots?.seconds, LIMITS.bots_after_seconds);
  const level = LEVELS.find((each) => each === bots?.level);
  const rounds = within(kept.takeover_rounds, LIMITS.takeover_rounds);
  return {
    ...(seconds !== null && level && { bots_after: { seconds, level } }),
    ...(rounds && { takeover_rounds: rounds }),
    public: kept.public === true,
    start: one(STARTS, kept.start, USUAL.start),
    spectators,
    chat: one(CHATS, kept.chat, USUAL.chat),
    clock,
    extensions: number(kept.extensions, LIMITS.extensions, USUAL.extensions),
    absence: one(ABSENCES, kept.absence, USUAL.absence),
    grace_s: number(kept.grace_s, LIMITS.grace_seconds, USUAL.grace_s),
    bot_pace: one(BOT_PACES, kept.bot_pace, USUAL.bot_pace),
    bot_offers: one(BOT_OFFERS, kept.bot_offers, USUAL.bot_offers),
    // Whether a game is rated is chosen anew each time; without that, the coach is as usual.
    coach: kept.rated ? USUAL.coach : one(COACHES, kept.coach, USUAL.coach),
  };
}
