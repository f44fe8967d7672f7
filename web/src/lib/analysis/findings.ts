/** What an analysis has found, as it is worth showing. */

import type { Choice, Stroke } from '../protocol';

/** From so much of the chance to win on, luck is told: as much as makes a choice a mistake. */
export const STROKE = 0.05;

/** Something that is worth a look. */
export type Finding =
  | { readonly kind: 'mistake'; readonly step: number; readonly turn: number; readonly of: Choice }
  | { readonly kind: 'luck'; readonly step: number; readonly turn: number; readonly of: Stroke };

/** What a choice cost, as a part of the chance to win. */
export function costOf({ chance, best_chance: best, grade }: Choice): number {
  return grade === 'forced' ? 0 : Math.max(0, best - chance);
}

/** The seat to which a stroke meant most, and how much. */
export function mostChanged({ changes }: Stroke): { seat: number; change: number } {
  return changes.reduce(
    (most, change, seat) => (Math.abs(change) > Math.abs(most.change) ? { seat, change } : most),
    { seat: 0, change: 0 },
  );
}

/** Mistakes, blunders and great luck, in the order of the game. */
export function findings(choices: readonly Choice[], strokes: readonly Stroke[]): Finding[] {
  const mistakes = choices
    .filter(({ grade }) => grade === 'mistake' || grade === 'blunder')
    .map((of): Finding => ({ kind: 'mistake', step: of.step, turn: of.turn, of }));
  const luck = strokes
    .filter((of) => Math.abs(mostChanged(of).change) >= STROKE)
    .map((of): Finding => ({ kind: 'luck', step: of.step, turn: of.turn, of }));
  return [...mistakes, ...luck].sort((a, b) => a.step - b.step);
}
