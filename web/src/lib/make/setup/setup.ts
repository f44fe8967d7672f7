/** What the set-up page holds, and how it changes. */

import type { Edition, EditionInfo, Rules } from '../../base/protocol';
import { SWITCHES, valueOf, withValue } from './options';
import { withCount, type SeatChoice, type Setup } from './orders';

/** The rows of the land for five and six players. */
const LARGE_ROWS = 7;
/** The most who play on the other land. */
const SMALL_SEATS = 4;

/** The preset of an edition, for as many players. */
export function presetOf(
  editions: readonly EditionInfo[],
  edition: Edition,
  players: number,
): Rules {
  const found = editions.find((each) => each.edition === edition) ?? editions[0];
  if (!found) throw new RangeError('there are no editions');
  return { ...found.rules, players };
}

/** Another edition: its switches; numbers, variants and what no rulebook has stay as chosen. */
export function withEdition(setup: Setup, edition: Edition, preset: Rules): Setup {
  const rules = SWITCHES.reduce(
    (changed, { id }) => withValue(changed, id, valueOf(preset, id)),
    setup.rules,
  );
  return { ...setup, edition, rules };
}

/** Other seats; nobody who no longer sits there begins. */
export function withSeats(setup: Setup, seats: readonly SeatChoice[]): Setup {
  const { first_player } = setup.rules;
  const gone = first_player.type === 'named' && first_player.seat >= seats.length;
  return {
    ...setup,
    seats,
    rules: {
      ...setup.rules,
      players: seats.length,
      first_player: gone ? { type: 'roll' } : first_player,
    },
  };
}

/** A board of one's own, with as many seats as it has room for. */
export function withBoard(setup: Setup, text: string): Setup {
  // The land for five and six has two more rows than that for up to four.
  const isLarge = text.split('~')[0]?.split('/').length === LARGE_ROWS;
  const { length } = setup.seats;
  const fits = isLarge ? length > SMALL_SEATS : length <= SMALL_SEATS;
  const count = isLarge ? SMALL_SEATS + 2 : SMALL_SEATS;
  const seated = fits ? setup : withSeats(setup, withCount(setup.seats, count));
  // The beginners' pieces lie on the printed board only.
  return withRules({ ...seated, board: 'own', own: text }, { set_up: { type: 'placed' } });
}

/** Other rules. */
export function withRules(setup: Setup, change: Partial<Rules>): Setup {
  return { ...setup, rules: { ...setup.rules, ...change } };
}
