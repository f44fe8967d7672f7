import { describe, expect, it } from 'vitest';

import type { Action, Choice, GameStatistics, Grade, Moment, Stroke } from '../../base/protocol';
import { testSnapshot, WELCOME } from '../../play/game/test-snapshot';
import { aboutWhom, findings, lookAt, markOf } from './findings';
import { findingText } from './words';

const END: Action = { type: 'end_turn' };
const BUY: Action = { type: 'buy_development_card' };

const choice = (
  step: number,
  seat: number,
  grade: Grade,
  cost: number,
  more: Partial<Choice> = {},
): Choice => ({
  ...{ step, turn: step, seat, grade, chance: 0.5 - cost, best_chance: 0.5 },
  ...{ action: END, best: BUY, least_chance: 0, corner: null },
  ...more,
});
/** What is known of these choices, each of which was missed once. */
const judged = (choices: Choice[], strokes: Stroke[] = []) => {
  const misses = choices.map(({ step, turn, best_chance: best, chance }) => ({
    ...{ step, turn, cost: best - chance, turns: 1 },
  }));
  return { choices, strokes, summaries: [{ misses }] };
};
const stroke = (step: number, ...changes: number[]): Stroke => ({
  ...{ step, turn: 1, seat: 0, changes, outcome: { type: 'drawn', card: 'knight' } },
});
const moment = (step: number, more: object): Moment => ({ step, turn: 1, ...more }) as Moment;

/** A game of so many steps in one turn, in which the chances change at these. */
function counted(moments: Moment[], changing: readonly number[]) {
  const steps = [...Array(12).keys()];
  const chance = steps.map((step) => changing.filter((at) => at <= step).length / 100);
  return {
    moments,
    timeline: { turns: steps.map(() => 1), seats: [{ chance }] },
  } as unknown as GameStatistics;
}

const game = {
  players: testSnapshot().seats.map(({ name, color }) => ({
    ...{ name: name ?? '', color, you: false },
  })),
  board: WELCOME.board,
};

describe('what an analysis has found', () => {
  it('is told in the order of the game, without what is small', () => {
    const choices = [
      choice(2, 0, 'good', 0.01),
      choice(4, 1, 'mistake', 0.06, { best: { type: 'build_road', at: 3 } }),
      choice(7, 1, 'blunder', 0.2),
      choice(8, 0, 'forced', 0.3),
    ];
    const strokes = [stroke(1, 0.01, -0.01), stroke(5, -0.08, 0.08), stroke(9, 0.02, -0.02)];
    const found = findings(judged(choices, strokes));
    expect(found.map((each) => [markOf(each), each.step])).toEqual([
      ['mistake', 4],
      ['bad_luck', 5],
      ['mistake', 7],
    ]);
  });

  it('is looked at before a mistake, and after what happened', () => {
    const found = findings(judged([choice(4, 1, 'mistake', 0.06)], [stroke(5, 0.08, -0.08)]));
    expect(found.map(lookAt)).toEqual([3, 5]);
  });

  it('tells an omission on several turns once, with their number', () => {
    const turn = (step: number, cost: number) => choice(step, 0, 'mistake', cost);
    const [found, ...others] = findings({
      ...judged([turn(3, 0.05), turn(6, 0.09), turn(9, 0.07)]),
      summaries: [{ misses: [{ step: 6, turn: 6, cost: 0.09, turns: 3 }] }],
    });
    expect(others).toEqual([]);
    expect(found?.step).toBe(6);
    expect(found && findingText(game, found)).toMatch(/Passed up on 3 turns\.$/);
  });

  it('says nothing of dice that should have come first, for which there is no reason', () => {
    const choices = [choice(4, 1, 'mistake', 0.06, { best: { type: 'roll' } })];
    expect(findings(judged(choices))).toEqual([]);
  });

  it('tells an award, the action that took it, and what that changed, once', () => {
    const swing = moment(7, {
      ...{ type: 'swing', seat: 1, change: 0.15, by: 1 },
      cause: { type: 'theft' },
    });
    const army = moment(5, { type: 'largest_army', from: null, to: 1 });
    const lead = moment(5, { type: 'lead', seat: 1, points: 8 });
    const found = findings(judged([]), counted([army, lead, swing], [7]));
    expect(found.map(lookAt)).toEqual([7]);
    expect(found.map((each) => findingText(game, each))).toEqual([
      'Bruno takes the largest army. Bruno takes the lead with 8 points (+15).',
    ]);
  });

  it('tells luck and what it changed once, and what comes after it apart', () => {
    const swing = (step: number) =>
      moment(step, {
        ...{ type: 'swing', seat: 0, change: 0.2, by: 0 },
        cause: { type: 'development_card' },
      });
    const found = findings(
      judged([], [stroke(4, 0.1, -0.1)]),
      counted([swing(4), swing(6)], [4, 6]),
    );
    expect(found.map((each) => [markOf(each), each.step])).toEqual([
      ['good_luck', 4],
      ['award', 6],
    ]);
    expect(found[0] && findingText(game, found[0])).toMatch(/draws a card: Knight: good luck/);
  });

  it('tells a mistake and what it changed once', () => {
    const swing = moment(4, {
      ...{ type: 'swing', seat: 1, change: -0.06, by: 1 },
      cause: { type: 'road' },
    });
    const choices = [choice(4, 1, 'mistake', 0.06)];
    const [found, ...others] = findings(judged(choices), counted([swing], [4]));
    expect(others).toEqual([]);
    expect(found && findingText(game, found)).toBe(
      'Bruno: End the turn. A mistake (−6). Better: Buy a development card.',
    );
  });

  it('knows whom it is about: who has done it, and who has lost by it', () => {
    const road = moment(3, { type: 'longest_road', from: 2, to: 1 });
    const [found] = findings(judged([]), counted([road], [3]));
    expect(found && [...aboutWhom(found)]).toEqual([1, 2]);
  });

  it('begins with a capital letter, whatever was done', () => {
    const trade: Action = { type: 'maritime_trade', give: 'lumber', take: 'ore' };
    const [found] = findings(judged([choice(4, 1, 'mistake', 0.06, { best: trade })]));
    expect(found && findingText(game, found)).toContain('Better: Lumber for ore at the bank.');
  });
});
