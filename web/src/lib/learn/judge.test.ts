import { describe, expect, it } from 'vitest';

import { NO_CHOICES, testSnapshot } from '../game/test-snapshot';
import type { BankTrade, Choices, Event, LogEntry } from '../protocol';
import { judge, standing } from './judge';

const YOU = 0;
const OTHER = 1;

/** A log in which these happen one after the other; null takes the last one back. */
function logOf(...steps: readonly (Event | null)[]): LogEntry[] {
  return steps.map((event, index) => ({
    seq: index + 1,
    undone: event ? null : YOU,
    at_table: null,
    events: event ? [event] : [],
  }));
}

const built = (seat: number, piece: 'road' | 'settlement' | 'city'): Event => ({
  type: 'built',
  seat,
  placed: { piece, at: 3 },
  paid: true,
});

/** The learner's own turn, with choices. */
function turn(choices: Parameters<typeof testSnapshot>[0] = {}) {
  const { view, ...rest } = choices;
  return testSnapshot({
    you: YOU,
    phase: { type: 'turn' },
    ...rest,
    view: { active: YOU, own: null, ...view },
  });
}

describe('a goal', () => {
  it('is reached by what the learner does, and not by others', () => {
    const goals = ['road', 'city'] as const;
    const log = logOf(built(YOU, 'road'), built(OTHER, 'city'));
    expect(judge(goals, turn(), log).reached).toEqual([true, false]);
  });

  it('is open again when it is taken back', () => {
    const log = logOf(built(YOU, 'road'), null);
    expect(standing(log)).toEqual([]);
    expect(judge(['road'], turn(), log).reached).toEqual([false]);
  });

  it('of placing twice counts the pieces', () => {
    const goals = ['first_settlement', 'first_road', 'second_settlement', 'second_road'] as const;
    const log = logOf(built(YOU, 'settlement'), built(YOU, 'road'), built(OTHER, 'settlement'));
    expect(judge(goals, turn(), log).reached).toEqual([true, true, false, false]);
  });

  it('of answering an offer is any answer', () => {
    const answered = (seat: number): Event => ({
      type: 'answered',
      seat,
      answer: { type: 'declined' },
    });
    const goals = ['answer', 'roll'] as const;
    expect(judge(goals, turn(), logOf(answered(OTHER))).reached).toEqual([false, false]);
    // The turn of the others goes on, and nothing is lost by that.
    const others = turn({ view: { active: OTHER, own: null } });
    expect(judge(goals, others, logOf(answered(YOU)))).toEqual({
      reached: [true, false],
      strayed: false,
    });
  });

  it('of a whole round is the turn of another, and then the own one', () => {
    const other: Event = { type: 'turn_began', seat: OTHER, turn: 2 };
    const own: Event = { type: 'turn_began', seat: YOU, turn: 4 };
    expect(judge(['end', 'turn'], turn(), logOf(other)).reached).toEqual([true, false]);
    expect(judge(['end', 'turn'], turn(), logOf(other, own)).reached).toEqual([true, true]);
  });

  it('of winning is the own victory', () => {
    const won = (seat: number): Event => ({ type: 'won', seats: [seat] });
    expect(judge(['win'], turn(), logOf(won(OTHER))).reached).toEqual([false]);
    expect(judge(['win'], turn(), logOf(won(YOU))).reached).toEqual([true]);
  });
});

describe('somebody has strayed', () => {
  it('when the server does not offer the next goal any more', () => {
    const goals = ['road', 'settlement'] as const;
    const log = logOf(built(YOU, 'road'));
    expect(judge(goals, turn({ choices: { settlements: [4] } }), log).strayed).toBe(false);
    expect(judge(goals, turn({ choices: NO_CHOICES }), log).strayed).toBe(true);
    // While something else is being decided, nothing is offered and nothing is lost.
    const moving = turn({ choices: NO_CHOICES, phase: { type: 'move_robber' } });
    expect(judge(goals, moving, log).strayed).toBe(false);
  });

  it('when the turn has passed', () => {
    const passed = turn({ choices: { cities: [4] }, view: { active: OTHER } });
    expect(judge(['city'], passed, []).strayed).toBe(true);
  });

  it('never where any roll will do, and never when all is done', () => {
    const passed = turn({ choices: NO_CHOICES, view: { active: OTHER } });
    expect(judge(['roll', 'end', 'turn'], passed, []).strayed).toBe(false);
    expect(judge(['road'], passed, logOf(built(YOU, 'road'))).strayed).toBe(false);
  });

  it('not while cards for the road can still be had from the bank', () => {
    const bank_trades: BankTrade[] = [{ give: 'wool', count: 2, take: ['brick', 'lumber'] }];
    for (const goal of ['road', 'bank'] as const) {
      const judged = (choices: Partial<Choices>) =>
        judge([goal], turn({ choices: { ...NO_CHOICES, ...choices } }), []);
      expect(judged({ bank_trades }).strayed, goal).toBe(false);
      expect(judged({}).strayed, goal).toBe(true);
    }
  });
});
