/** What the set-up page holds, and what in it contradicts itself. */

import type { Edition, EditionInfo, Rules } from '../protocol';
import { SWITCHES, valueOf, withValue } from './options';
import type { SeatChoice, Setup } from './orders';

/** Two choices that do not go together. */
export interface Contradiction {
  readonly text: string;
  readonly clause: string;
  /** A way out. */
  readonly fix: { readonly label: string; readonly setup: Setup } | null;
}

/** What numbers can be. */
export const LIMITS = {
  points: { least: 3, most: 22 },
  hand: { least: 2, most: 50 },
  minutes: { least: 1, most: 600 },
  seed: 64,
  own: 8192,
} as const;

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

/** Other rules. */
export function withRules(setup: Setup, change: Partial<Rules>): Setup {
  return { ...setup, rules: { ...setup.rules, ...change } };
}

/** What keeps a set-up from being played. The server judges; this says it while one chooses. */
export function contradictions(setup: Setup): Contradiction[] {
  const { rules, board } = setup;
  const found: Contradiction[] = [];
  const placed = withRules(setup, { set_up: { type: 'placed' } });
  if (rules.set_up.type === 'beginners') {
    if (rules.players !== 3 && rules.players !== 4) {
      found.push({
        text: `The beginners’ pieces are for 3 and 4 players, not for ${rules.players}.`,
        clause: 'SET-07',
        fix: { label: 'Let players place their pieces', setup: placed },
      });
    } else if (board !== 'beginners') {
      found.push({
        text: 'The beginners’ pieces lie on the printed board only.',
        clause: 'SET-07',
        fix: { label: 'Take the printed board', setup: { ...setup, board: 'beginners' } },
      });
    }
  } else if (board === 'beginners' && rules.players > 4) {
    found.push({
      text: `The printed board is for up to 4 players, not for ${rules.players}.`,
      clause: 'BRD-18',
      fix: { label: 'Take a random board', setup: { ...setup, board: 'random' } },
    });
  }
  if (board === 'beginners' && (rules.reds_apart || rules.balanced_board)) {
    found.push({
      text: 'The printed board is laid as it is: its numbers are neither kept apart nor balanced.',
      clause: rules.reds_apart ? 'OPT-01' : 'OPT-02',
      fix: {
        label: 'Switch that off',
        setup: withRules(setup, { reds_apart: false, balanced_board: false }),
      },
    });
  }
  return found;
}
