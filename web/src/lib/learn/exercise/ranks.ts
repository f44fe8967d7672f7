/** How the answers to a question compare. */

import { numbers } from '../../base/language/messages';
import type { Action } from '../../base/protocol';

/** What an answer is worth. */
export interface Worth {
  /** The chance to win with it, in thousandths. */
  readonly chance: number;
  /** The standard error of its difference from the best, likewise. */
  readonly doubt: number;
  /** What the seat goes on with in its turn, for that; nothing where the answer itself is a whole turn. */
  readonly rest?: readonly Action[];
}

/** How an answer compares with the best. */
export type Verdict = 'best' | 'as_good' | 'worse';

/** How an answer compares with all others. */
export interface Ranked {
  /** From 1 for the best, and for all that are as good. */
  readonly rank: number;
  readonly verdict: Verdict;
  /** What it gives up against the best, in whole percentage points. */
  readonly cost: number;
  /** Its chance to win as it is written: less than that of the best by just what it gives up. */
  readonly percent: string;
}

/** How many standard errors an answer is behind that is worse without doubt. */
const CLEARLY = 2;
/** What is behind by no more than so many thousandths is as good: nobody could tell it at a table. */
const AS_GOOD = 20;
/** So many thousandths are a point. */
const POINT = 10;

/**
 * How answers compare, the best first. Those that are as good as the best, or may be, share the first rank, and the next
 * one has the rank of its place. Nobody knows chances better than in whole percent.
 */
export function ranked(worth: readonly Worth[]): Ranked[] {
  const best = worth[0]?.chance ?? 0;
  const whole = new Intl.NumberFormat(numbers(), { style: 'percent' });
  let isTied = true;
  return worth.map(({ chance, doubt }, index) => {
    const behind = Math.max(0, best - chance);
    const cost = Math.floor(behind / POINT);
    isTied &&= index === 0 || behind <= AS_GOOD || behind < CLEARLY * doubt;
    return {
      rank: isTied ? 1 : index + 1,
      verdict: index === 0 ? 'best' : isTied ? 'as_good' : 'worse',
      cost,
      percent: whole.format(Math.max(0, Math.round(best / POINT) - cost) / 100),
    };
  });
}

const RANKS = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

/** How messages call ranks. */
export type RankId = (typeof RANKS)[number] | 'last';

/** A rank as an argument of messages. */
export function rankId(rank: number): RankId {
  return RANKS[rank - 1] ?? 'last';
}
