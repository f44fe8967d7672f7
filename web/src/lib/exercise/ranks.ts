/** How the answers to a question compare. */

import { numbers } from '../language/messages';

/** What an answer is worth. */
export interface Worth {
  /** The chance to win with it, in thousandths. */
  readonly chance: number;
  /** The standard error of its difference from the best, likewise. */
  readonly doubt: number;
}

/** How many standard errors an answer is behind that is worse without doubt. */
const CLEARLY = 2;

/**
 * The ranks of answers, the best first. Those that may be as good as the best share the first rank, and the next one
 * has the rank of its place.
 */
export function ranksOf(worth: readonly Worth[]): number[] {
  const best = worth[0]?.chance ?? 0;
  let isTied = true;
  return worth.map(({ chance, doubt }, index) => {
    isTied &&= index === 0 || best - chance < CLEARLY * doubt || chance >= best;
    return isTied ? 1 : index + 1;
  });
}

/**
 * The chances as they are written: with a digit behind the point where some of those that have to be told apart would
 * look alike without it.
 */
export function chanceTexts(worth: readonly Worth[], apart: readonly Worth[] = worth): string[] {
  const texts = (digits: number, of = worth) => {
    const format = new Intl.NumberFormat(numbers(), {
      style: 'percent',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    return of.map(({ chance }) => format.format(chance / 1000));
  };
  const differ = new Set(apart.map(({ chance }) => chance)).size;
  return texts(new Set(texts(0, apart)).size < differ ? 1 : 0);
}
