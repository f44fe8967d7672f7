import { describe, expect, it } from 'vitest';

import type { Choice, Grade, Stroke } from '../protocol';
import { findings } from './findings';

const choice = (step: number, seat: number, grade: Grade, cost: number): Choice => ({
  ...{ step, turn: 1, seat, grade, chance: 0.5 - cost, best_chance: 0.5 },
  ...{ action: { type: 'end_turn' }, best: { type: 'buy_development_card' } },
});
const stroke = (step: number, ...changes: number[]): Stroke => ({
  ...{ step, turn: 1, seat: 0, changes, outcome: { type: 'drawn', card: 'knight' } },
});

describe('what an analysis has found', () => {
  const choices = [
    choice(2, 0, 'good', 0.01),
    choice(4, 1, 'mistake', 0.06),
    choice(7, 1, 'blunder', 0.2),
    choice(8, 0, 'forced', 0.3),
  ];
  const strokes = [stroke(1, 0.01, -0.01), stroke(5, -0.08, 0.08), stroke(9, 0.02, -0.02)];

  it('is told in the order of the game, without what is small', () => {
    expect(findings(choices, strokes).map(({ kind, step }) => [kind, step])).toEqual([
      ['mistake', 4],
      ['luck', 5],
      ['mistake', 7],
    ]);
  });
});
