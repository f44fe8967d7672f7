/** What an analysis has found, as it is worth showing. */

import type { Choice, Grade, Stroke } from '../protocol';

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

/** The choices and the luck of one seat, in sum. */
export interface Summary {
  readonly grades: Readonly<Record<Grade, number>>;
  /** What all choices cost, as a sum of chances to win. */
  readonly cost: number;
  /** What chance brought and took, likewise. */
  readonly luck: number;
}

/** The sums of each seat. */
export function summaries(
  seats: number,
  choices: readonly Choice[],
  strokes: readonly Stroke[],
): Summary[] {
  return Array.from({ length: seats }, (_, seat) => {
    const grades = { forced: 0, good: 0, inaccuracy: 0, mistake: 0, blunder: 0 };
    let cost = 0;
    for (const choice of choices) {
      if (choice.seat !== seat) continue;
      grades[choice.grade] += 1;
      cost += costOf(choice);
    }
    const luck = strokes.reduce((sum, { changes }) => sum + (changes[seat] ?? 0), 0);
    return { grades, cost, luck };
  });
}
