import { describe, expect, it } from 'vitest';

import { status } from './status';
import { testSnapshot } from './test-snapshot';

const DUE = [0, 0, 0, 0, 0, 0] as [number, number, number, number, number, number];

describe('the one sentence', () => {
  it('tells whose turn it is', () => {
    expect(status(testSnapshot())).toEqual({
      text: 'Your turn: trade, build or end',
      tone: 'act',
    });
    expect(status(testSnapshot({ view: { dice: null } })).text).toBe('Your turn: roll the dice');
    const playable = testSnapshot({ view: { dice: null }, choices: { play: ['knight'] } });
    expect(status(playable).text).toBe('Your turn: roll the dice, or play a card first');
    const other = testSnapshot({ view: { active: 1 } });
    expect(status(other)).toEqual({ text: 'Bruno’s turn', tone: 'wait' });
  });

  it('asks for a discard only of those who owe one', () => {
    const own = testSnapshot({ phase: { type: 'discard', due: [4, 3, 0, 0, 0, 0] } });
    expect(status(own)).toMatchObject({ tone: 'act', text: expect.stringMatching(/Discard 4/) });
    const others = testSnapshot({ phase: { type: 'discard', due: [0, 3, 4, 0, 0, 0] } });
    expect(status(others)).toEqual({ text: 'Bruno and Cleo discard', tone: 'wait' });
    const one = testSnapshot({ phase: { type: 'discard', due: DUE.with(1, 3) as typeof DUE } });
    expect(status(one).text).toBe('Bruno discards');
  });

  it('counts the settlements of the set-up', () => {
    const first = testSnapshot({ phase: { type: 'set_up_settlement' }, view: { placed: 3 } });
    expect(status(first).text).toBe('Place your first settlement');
    const second = testSnapshot({ phase: { type: 'set_up_settlement' }, view: { placed: 4 } });
    expect(status(second).text).toBe('Place your second settlement');
  });

  it('names the winner', () => {
    const over = testSnapshot({ phase: { type: 'over', winners: [0] } });
    expect(status(over)).toMatchObject({ tone: 'over', text: expect.stringMatching(/^You win/) });
  });

  it('waits until every seat is taken', () => {
    expect(status(testSnapshot({ started: false })).tone).toBe('wait');
  });
});

it('says that the game waits, whoever is on turn', () => {
  expect(status({ ...testSnapshot(), paused: true })).toEqual({
    text: 'The game is paused',
    tone: 'wait',
  });
});
