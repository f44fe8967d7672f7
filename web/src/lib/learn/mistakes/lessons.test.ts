import { describe, expect, it } from 'vitest';

import type { Action, Phase } from '../../base/protocol';
import { heaviestLesson, lessonOf } from './lessons';
import type { PosedMoment } from './mistakes.svelte';

const TURN: Phase = { type: 'turn' } as Phase;
const END: Action = { type: 'end_turn' };
const BANK: Action = { type: 'maritime_trade', give: 'wool', take: 'ore' };
const ROAD: Action = { type: 'build_road', at: 3 };

/** A mistake with so many cards in hand. */
const moment = (best: Action, done: Action, cost: number, cards: number) =>
  ({
    cost,
    question: {
      best: { action: best },
      done: { action: done },
      snapshot: { view: { phase: TURN, own: { hand: [cards, 0, 0, 0, 0] } } },
    },
  }) as unknown as PosedMoment;

describe('what a mistake teaches', () => {
  it('follows from what was left out, and from what was done instead', () => {
    expect(lessonOf(TURN, ROAD, END)).toBe('build');
    expect(lessonOf(TURN, ROAD, BANK)).toBe('compare');
    expect(lessonOf(TURN, BANK, END)).toBe('bank');
    expect(lessonOf(TURN, { type: 'move_robber', to: 3 }, { type: 'move_robber', to: 4 })).toBe(
      'robber',
    );
    expect(lessonOf({ type: 'set_up_settlement' }, ROAD, ROAD)).toBe('places');
  });
});

describe('the one thing to remember', () => {
  it('is what all mistakes of a kind weigh most together, as it was at the worst of them', () => {
    const moments = [
      moment(ROAD, END, 0.1, 4),
      moment(BANK, END, 0.06, 8),
      moment(BANK, END, 0.07, 9),
    ];
    expect(heaviestLesson(moments)).toEqual({ id: 'bank', cards: 9 });
  });

  it('is nothing where there are no mistakes', () => {
    expect(heaviestLesson([])).toBeNull();
  });
});
