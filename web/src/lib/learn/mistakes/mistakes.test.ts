import { describe, expect, it, vi } from 'vitest';

import { Progress } from '../../after/analysis/progress.svelte';
import { testSnapshot, WELCOME } from '../../play/game/test-snapshot';
import type { Action, SeatSummary } from '../../base/protocol';
import { whyText } from '../exercise/words';
import { Mistakes } from './mistakes.svelte';

const END: Action = { type: 'end_turn' };
const road = (at: number): Action => ({ type: 'build_road', at });

const { asked, answered } = vi.hoisted(() => ({
  /** The steps that were asked about. */
  asked: [] as number[],
  /** Lets the answers come. */
  answered: { now: Promise.resolve() },
}));

vi.mock('../../base/transport/study', () => ({
  prepareStudy: () => undefined,
  study: async ({ step, reasons }: { step: number; reasons: boolean }) => {
    asked.push(step);
    await answered.now;
    const { table, board, update } = WELCOME;
    const answers = [road(step), END].map((action) => ({ actions: [action], reason: null }));
    return {
      exercise: { table, board, seats: update.seats, view: testSnapshot().view, answers },
      worth: [
        { chance: 500, doubt: 0 },
        { chance: 400, doubt: 0 },
      ],
      chosen: 1,
      reasons: reasons ? [{ fact: 'brick', best: 14, other: step }] : [],
    };
  },
}));

/** A seat that has ended so many turns too early, the first of which cost most. */
function seatWith(mistakes: number): Mistakes {
  const misses = [...Array(mistakes).keys()].map((index) => ({
    ...{ step: index + 1, turn: 2 * index + 1, cost: 0.1 - index / 1000, turns: 1 },
  }));
  const progress = new Progress((_, told) => {
    const summaries = [{ misses }] as unknown as SeatSummary[];
    const known = { choices: [], strokes: [], summaries };
    told?.(known, { all: 1, first: 1 });
    return Promise.resolve(known);
  });
  return new Mistakes(progress, 0);
}

const record = () => Promise.resolve('brickwood-record 1');

describe('the mistakes of a seat', () => {
  it('can be looked at once those that weigh most are found, while the others are looked for', async () => {
    const mistakes = seatWith(8);
    await mistakes.find(record);
    expect(mistakes.state).toBe('done');
    expect(mistakes.part).toBe(1);
    expect(mistakes.shown.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5]);
    await vi.waitFor(() => {
      expect(mistakes.others.map(({ step }) => step)).toEqual([6, 7, 8]);
    });
  });

  it('are explained by what playouts show, those that are shown before others are looked for', async () => {
    asked.length = 0;
    const mistakes = seatWith(6);
    await mistakes.find(record);
    await vi.waitFor(() => {
      expect(asked).toEqual([1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6, 6]);
    });
    const told = mistakes.shown.flatMap(({ question }) =>
      question.answers.map((answer) => question.reasonsFor(answer).length),
    );
    expect(told).toEqual([0, 1, 0, 1, 0, 1, 0, 1, 0, 1]);
    const [why] = mistakes.shown.flatMap(({ question }) =>
      question.answers.map((answer) => whyText(question, answer)),
    );
    expect(why).toBe('With your move, over the next two rounds: 0.1 brick instead of 1.4.');
  });

  it('are not all found as long as the worst of them are looked for', async () => {
    let go = () => {};
    answered.now = new Promise((resolve) => (go = resolve));
    asked.length = 0;
    const mistakes = seatWith(2);
    const found = mistakes.find(record);
    await vi.waitFor(() => {
      expect(asked).toEqual([1]);
    });
    expect(mistakes.part).toBeLessThan(1);
    expect(mistakes.state).toBe('looking');
    go();
    await found;
    expect(mistakes.part).toBe(1);
  });
});
