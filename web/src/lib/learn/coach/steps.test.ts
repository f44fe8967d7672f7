import { describe, expect, it } from 'vitest';

import { testSnapshot } from '../../play/game/test-snapshot';
import type { AdvisedAction, AdviceReason, Cards } from '../../base/protocol';
import { planOf, stepsOf } from './steps';

const { table, view, ...rest } = testSnapshot();
const { costs } = table;

/** The test's table in a turn with these cards. */
function holding(hand: Cards) {
  const own = view.own && { ...view.own, hand };
  return { ...rest, table, view: { ...view, phase: { type: 'turn' as const }, own } };
}

const road = (roads: number): AdvisedAction => ({
  action: { type: 'build_road', at: 3 },
  reason: { type: 'road', toward: { at: 7, roads, cards: 9 }, missing: null },
});
const saving = (goal: 'city' | 'longest_road'): AdvisedAction => {
  const reason: AdviceReason = { type: 'goal', goal, rolls: 3 };
  return { action: { type: 'end_turn' }, reason };
};

describe('the steps of a hint', () => {
  it('say what is paid now, and what is missing for the settlement after it', () => {
    expect(stepsOf(holding([2, 2, 1, 0, 0]), road(0))).toEqual([
      { what: 'road', cards: costs.road, when: 'now' },
      { what: 'settlement', cards: [0, 0, 0, 1, 0], when: 'lacks' },
    ]);
  });

  it('miss nothing where the hand pays for both', () => {
    expect(stepsOf(holding([2, 2, 1, 1, 0]), road(0))[1]).toMatchObject({ when: 'later' });
  });

  it('go on with a road where the settlement is further away', () => {
    expect(stepsOf(holding([1, 1, 0, 0, 0]), road(1))[1]).toEqual({
      what: 'road',
      cards: costs.road,
      when: 'lacks',
    });
  });

  it('say what is saved for', () => {
    expect(stepsOf(holding([0, 0, 0, 2, 1]), saving('city'))).toEqual([
      { what: 'city', cards: [0, 0, 0, 0, 2], when: 'lacks' },
    ]);
    expect(stepsOf(holding([0, 0, 0, 2, 1]), saving('longest_road'))).toEqual([]);
  });
});

describe('the plan on the board', () => {
  it('shows the road, and the settlement to which it leads', () => {
    const plan = planOf(holding([1, 1, 0, 0, 0]), road(0));
    expect(plan.map(({ pick, later }) => [pick.piece, pick.id, later])).toEqual([
      ['road', 3, false],
      ['settlement', 7, true],
    ]);
  });

  it('shows the settlement that is to go with a first one', () => {
    const yields: Cards = [0, 5, 0, 4, 0];
    const none = { fresh: [], scarce: [], harbor: null, harbor_near: null, richer: null };
    const reason: AdviceReason = {
      type: 'settlement',
      yields,
      ...none,
      next: 9,
      room: null,
      contested: false,
    };
    const plan = planOf(holding([0, 0, 0, 0, 0]), {
      action: { type: 'build_settlement', at: 3 },
      reason,
    });
    expect(plan.map(({ pick, later }) => [pick.id, later])).toEqual([
      [3, false],
      [9, true],
    ]);
  });

  it('shows nothing for what has no place', () => {
    expect(planOf(holding([0, 0, 0, 0, 0]), saving('city'))).toEqual([]);
  });
});
