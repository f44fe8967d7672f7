import { expect, it } from 'vitest';

import type { Action, Choice } from '../../base/protocol';
import { ghostOf } from './ghost';

const choice = (action: Action, best: Action): Choice => ({
  ...{ step: 4, turn: 1, seat: 0, grade: 'mistake', chance: 0.3, best_chance: 0.4 },
  ...{ action, best, least_chance: 0, corner: null },
});
const road = (at: number): Action => ({ type: 'build_road', at });

it('draws the better piece, and marks what was done elsewhere', () => {
  const { plan, marks } = ghostOf(choice(road(3), road(5)), 'coral');
  expect(plan.map(({ pick }) => pick)).toEqual([{ kind: 'path', id: 5, piece: 'road' }]);
  expect(marks).toMatchObject([{ place: { kind: 'path', id: 3 }, done: true, by: 'coral' }]);
});

it('draws nothing of what is done nowhere', () => {
  const bought = choice({ type: 'end_turn' }, { type: 'buy_development_card' });
  expect(ghostOf(bought, 'coral')).toEqual({ plan: [], marks: [] });
});
