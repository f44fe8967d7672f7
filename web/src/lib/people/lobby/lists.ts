/** What is said of tables and games that somebody finds. */

import { t } from '../../base/language/messages';
import { countdownText } from '../../make/lobby/countdown';
import type { TableSummary } from '../../base/protocol';
import { presetName } from '../../make/setup/editions';
import { optionWords } from '../../make/setup/table-options';

/** The rules, and what is special about how it is run. All such tables are public. */
export function about(table: TableSummary): string {
  const options = { ...table.options, public: false };
  // When it begins, and which seats can be had, is said apart.
  delete options.bots_after;
  delete options.takeover_rounds;
  const points = t('games.points', { count: table.points });
  return [presetName(table.edition), points, ...optionWords(options)].join(' · ');
}

/** Whose table it is. */
export function whose({ host }: TableSummary): string {
  return host ? t('games.tableOf', { host }) : t('games.tableOfNobody');
}

/** Which seats can be had there. */
export function seatsOf({ players, open_seats, seats_to_take }: TableSummary): string {
  return seats_to_take
    ? t('open.botSeats', { count: seats_to_take, seats: players.length })
    : t('games.openSeatsOf', { open: open_seats, seats: players.length });
}

/** When it begins with bots, as far as the list knows; null where it waits for people, or has begun. */
export function beginning({ options, created_ms, started }: TableSummary, now_ms: number) {
  if (started || !options.bots_after) return null;
  const left = Math.ceil((created_ms - now_ms) / 1000) + options.bots_after.seconds;
  return left > 0 ? t('open.beginsAfter', { time: countdownText(left) }) : t('open.beginsWithYou');
}

/** Who plays there, and how far they are. */
export function course({ players, turn, options }: TableSummary): string {
  const names = players.filter((name) => name !== null).join(', ');
  if (options.spectators.type === 'delayed') return t('open.playingLater', { names });
  return turn ? t('open.playing', { names, turn }) : t('open.settling', { names });
}
