/** Which of the choices that can be learned from are shown first. */

import type { Miss } from '../../base/protocol';

/** So many moments are shown first, if there are as many. */
const FEWEST = 2;
export const MOST = 5;
/** Beyond the first two, a moment must weigh so much of what the heaviest weighs. */
const PART = 0.25;

/** Whether a moment is shown first, with these that weigh more: two to five are, by their weight. */
export function isFirst(heavier: readonly Miss[], { cost }: Miss): boolean {
  const least = (heavier[0]?.cost ?? 0) * PART;
  return heavier.length < FEWEST || (heavier.length < MOST && cost >= least);
}

/** The order of the game. */
export function byStep(a: Miss, b: Miss): number {
  return a.step - b.step;
}
