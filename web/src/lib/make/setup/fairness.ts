/** How even a random island is to be. */

import { randomHex } from '../../base/random-hex';
import type { BoardReport, Rules } from '../../base/protocol';
import type { Setup } from './orders';

/** From the least to the most even: whatever comes, no two red numbers side by side, or all that OPT-02 asks. */
export type Fairness = 'any' | 'apart' | 'balanced';

export function fairnessOf({ balanced_board, reds_apart }: Rules): Fairness {
  if (balanced_board) return 'balanced';
  return reds_apart ? 'apart' : 'any';
}

/** A balanced board keeps the red numbers apart, too. */
export function withFairness(setup: Setup, fairness: Fairness): Setup {
  const rules = {
    ...setup.rules,
    reds_apart: fairness === 'apart',
    balanced_board: fairness === 'balanced',
  };
  return { ...setup, rules };
}

/** Another island, which anybody can look at before there is a table. */
export function dealtAnew(setup: Setup): Setup {
  return { ...setup, board: 'seed', seed: randomHex(3) };
}

/** The pips of each player's two best starts, from the one who places first on, and how far apart they are. */
export function startsOf({ balance: { starts } }: BoardReport): { each: number[]; gap: number } {
  return { each: starts, gap: Math.max(...starts) - Math.min(...starts) };
}
