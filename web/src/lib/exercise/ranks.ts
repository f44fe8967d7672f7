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

/** The chances as they are written: with a digit behind the point where some would look alike without it. */
export function chanceTexts(worth: readonly Worth[]): string[] {
  const texts = (digits: number) => {
    const format = new Intl.NumberFormat(numbers(), {
      style: 'percent',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    return worth.map(({ chance }) => format.format(chance / 1000));
  };
  const whole = texts(0);
  const differ = new Set(worth.map(({ chance }) => chance)).size;
  return new Set(whole).size < differ ? texts(1) : whole;
}
