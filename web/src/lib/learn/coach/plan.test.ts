import { describe, expect, it } from 'vitest';

import type { Action, AdvisedGoal } from '../../base/protocol';
import { kept, noted, type Plan } from './plan';
import type { Idea } from './words';

const trade: Action = { type: 'maritime_trade', give: 'wool', take: 'ore' };
const toward = (goal: AdvisedGoal, cost?: number): Idea => ({
  action: trade,
  reason: { type: 'goal', goal, rolls: 0 },
  cost,
});
const card: Idea = { action: { type: 'buy_development_card' }, reason: null };
const city: Plan = { seq: 4, turn: 9, goal: 'city' };

describe('the plan of a turn', () => {
  it('is kept, where another idea is no better than anybody can tell', () => {
    const others = [toward('settlement', 2), toward('city', 5)];
    const { ideas, dropped } = kept([card, ...others], city);
    expect(ideas.map(({ reason, cost }) => [reason, cost])).toEqual([
      [toward('city').reason, undefined],
      [null, 0],
      [toward('settlement').reason, 2],
    ]);
    expect(dropped).toBeNull();
  });

  it('is given up with a word, where another idea is better', () => {
    const ideas = [card, toward('city', 6)];
    expect(kept(ideas, city)).toEqual({ ideas, dropped: 'city' });
  });

  it('is not given up by what goes on with it, or says nothing of it', () => {
    const offer: Action = { type: 'withdraw' };
    for (const best of [toward('city'), { action: offer, reason: null }]) {
      expect(kept([best, card], city).dropped).toBeNull();
    }
    expect(kept([card], undefined).dropped).toBeNull();
  });
});

describe('what is remembered of hints', () => {
  it('is what they promise, until it is built or the turn is over', () => {
    const first = noted([], 4, 9, toward('city'));
    expect(first).toEqual([city]);
    expect(noted(first, 4, 9, toward('settlement'))).toEqual([{ ...city, goal: 'settlement' }]);
    expect(noted(first, 5, 9, { action: { type: 'build_city', at: 3 }, reason: null })).toEqual([
      city,
      { seq: 5, turn: 9, goal: null },
    ]);
    expect(noted(first, 5, 9, { action: { type: 'roll' }, reason: null })).toEqual([city]);
    expect(noted(first, 7, 10, toward('road'))).toEqual([{ seq: 7, turn: 10, goal: 'road' }]);
  });
});
