import { describe, expect, it } from 'vitest';

import type { Action, Choice, CornerRank, Grade } from '../../base/protocol';
import { byStep, isFirst, LEAST, momentsOf } from './moments';

const END: Action = { type: 'end_turn' };
const BUY: Action = { type: 'buy_development_card' };
const road = (at: number): Action => ({ type: 'build_road', at });
const settlement = (at: number): Action => ({ type: 'build_settlement', at });

/** A choice of seat 0 that costs so many percent. */
const choice = (
  step: number,
  turn: number,
  action: Action,
  best: Action,
  percent: number,
  more: { seat?: number; grade?: Grade; corner?: CornerRank } = {},
): Choice => ({
  ...{ step, turn, seat: 0, action, best, grade: 'mistake' },
  ...{ chance: 0.5 - percent / 100, best_chance: 0.5, least_chance: 0, corner: null },
  ...more,
});
const steps = (choices: readonly Choice[]) => momentsOf(choices, 0).map(({ step }) => step);

describe('the moments of a game', () => {
  it('are mistakes of the seat, the heaviest first, and nothing that costs less', () => {
    const small = 100 * LEAST - 0.1;
    const choices = [
      choice(10, 1, road(1), road(2), 3),
      choice(20, 5, road(3), road(4), 9),
      choice(30, 9, road(5), road(6), small),
      choice(40, 13, road(7), road(8), 30, { seat: 1 }),
      choice(50, 17, BUY, road(9), 30, { grade: 'forced' }),
      choice(60, 21, road(10), road(11), 6),
    ];
    expect(steps(choices)).toEqual([20, 60, 10]);
  });

  it('count what is left out on turns in a row once, where it cost most', () => {
    const choices = [
      choice(10, 1, END, road(7), 3),
      choice(15, 2, END, road(9), 9, { seat: 1 }),
      choice(20, 3, END, road(7), 6),
      choice(30, 5, END, road(7), 1),
      choice(40, 7, END, road(7), 4),
    ];
    expect(momentsOf(choices, 0)).toMatchObject([{ step: 20, turn: 3, turns: 4 }]);
  });

  it('count it again after a turn on which something else was best', () => {
    const choices = [
      choice(10, 1, END, road(7), 3),
      choice(20, 3, END, END, 0, { grade: 'good' }),
      choice(30, 5, END, road(7), 4),
    ];
    expect(momentsOf(choices, 0)).toMatchObject([
      { step: 30, turns: 1 },
      { step: 10, turns: 1 },
    ]);
  });

  it('tell the same thing at another place apart', () => {
    const choices = [choice(10, 1, END, settlement(7), 3), choice(20, 3, END, settlement(8), 4)];
    expect(steps(choices)).toEqual([20, 10]);
  });

  it('count what follows from one another within a turn once', () => {
    const trade: Action = { type: 'maritime_trade', give: 'wool', take: 'brick' };
    const choices = [choice(10, 1, trade, BUY, 8), choice(11, 1, END, road(3), 5)];
    expect(momentsOf(choices, 0)).toMatchObject([{ step: 10, turns: 1 }]);
  });

  it('count what is about different things within a turn on its own', () => {
    const choices = [
      choice(10, 1, { type: 'move_robber', to: 3 }, { type: 'move_robber', to: 4 }, 5),
      choice(12, 1, END, road(3), 6),
    ];
    expect(steps(choices)).toEqual([12, 10]);
  });

  it('keep an omission whose heaviest turn belongs to another mistake', () => {
    const choices = [
      choice(10, 1, END, road(7), 3),
      choice(20, 3, BUY, road(9), 12),
      choice(21, 3, END, road(7), 5),
    ];
    expect(momentsOf(choices, 0)).toMatchObject([
      { step: 20, turns: 1 },
      { step: 10, turns: 1 },
    ]);
  });

  it('count a settlement of the set-up and its road once, and two settlements twice', () => {
    const choices = [
      choice(1, 0, settlement(1), settlement(2), 6),
      choice(2, 0, road(1), road(2), 3),
      choice(7, 0, settlement(3), settlement(5), 4),
      choice(8, 0, road(3), road(4), 5),
    ];
    expect(steps(choices)).toEqual([1, 8]);
  });

  it('count a corner that is left out twice in the set-up once', () => {
    const choices = [
      choice(1, 0, settlement(1), settlement(2), 3),
      choice(7, 0, settlement(3), settlement(2), 6),
      choice(20, 1, END, settlement(2), 4),
    ];
    expect(momentsOf(choices, 0)).toMatchObject([
      { step: 7, turns: 2 },
      { step: 20, turns: 1 },
    ]);
  });

  it('have a corner of the set-up among them that most others are better than, whatever it cost', () => {
    const choices = [
      choice(1, 0, settlement(1), settlement(2), 1, { corner: { better: 30, all: 50 } }),
      choice(7, 0, settlement(3), settlement(5), 1, { corner: { better: 20, all: 40 } }),
    ];
    expect(steps(choices)).toEqual([1]);
  });

  it('put robbers apart, wherever they were to go', () => {
    const robber = (to: number): Action => ({ type: 'move_robber', to });
    const choices = [
      choice(10, 1, robber(3), robber(4), 5),
      choice(20, 3, robber(5), robber(4), 6),
    ];
    expect(steps(choices)).toEqual([20, 10]);
  });
});

describe('the moments that are shown first', () => {
  const many = (...percents: number[]) =>
    momentsOf(
      percents.map((percent, index) =>
        choice(index + 1, index + 1, road(index), road(50 + index), percent),
      ),
      0,
    );

  /** How many of them come first. */
  const first = (...percents: number[]) =>
    many(...percents).filter((moment, index, all) => isFirst(all.slice(0, index), moment)).length;

  it('are two to five', () => {
    expect([first(), first(9), first(9, 8), first(9, 8, 7, 6, 5, 4)]).toEqual([0, 1, 2, 5]);
  });

  it('leave out what weighs little beside the heaviest', () => {
    expect(first(20, 3, 2.5)).toBe(2);
    expect(first(20, 12, 6, 2.5)).toBe(3);
  });

  it('go in the order of the game', () => {
    expect(
      many(3, 9, 6)
        .sort(byStep)
        .map(({ step }) => step),
    ).toEqual([1, 2, 3]);
  });
});
