import { describe, expect, it, vi } from 'vitest';

import type { Analysis as Known } from '../../after/analysis/analyst';
import { Progress } from '../../after/analysis/progress.svelte';
import { LOG, testSnapshot } from '../game/test-snapshot';
import { ProblemError } from '../../base/problem';
import type {
  CardFlow,
  Choice,
  GameStatistics,
  Grade,
  SeatStatistics,
  SeatSummary,
  Stroke,
} from '../../base/protocol';
import type { Topic } from './commands';
import { Analysis, statisticsTold } from './told';

const OVER = { phase: { type: 'over' as const, winners: [2] } };
const snapshot = testSnapshot(OVER);
const names = snapshot.seats.map(({ name }) => name ?? '');

const NO_CARDS = [0, 0, 0, 0, 0] as const;
const FLOWS = [
  ...['start', 'rolls', 'bank_in', 'bank_out', 'trade_in', 'trade_out', 'stolen_in', 'stolen_out'],
  ...['plenty', 'monopoly_in', 'monopoly_out', 'discarded', 'roads', 'settlements', 'cities'],
  ...['development', 'blocked', 'short'],
];

function seat(more: Partial<SeatStatistics> = {}): SeatStatistics {
  const none = Object.fromEntries(FLOWS.map((name) => [name, [...NO_CARDS]]));
  return {
    points: { settlements: 0, cities: 0, longest_road: 0, largest_army: 0, victory_points: 0 },
    cards: { ...(none as unknown as CardFlow), rolls: [1, 2, 3, 4, 5], roads: [2, 2, 0, 0, 0] },
    luck: { received: 15, expected: 10, deviation: 2 },
    trades: { offers: 3, closed: 1, asked: 0, accepted: 0, countered: 0, partner: 0, bank: 2 },
    rolls: [0, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0],
    bought: 0,
    played: [0, 0, 0, 0, 0],
    robberies: 0,
    robbed: 0,
    thinking_ms: 60_000,
    ...more,
  };
}

function statistics(more: Partial<GameStatistics> = {}): GameStatistics {
  return {
    version: 2,
    steps: 200,
    turns: 30,
    winners: [2],
    seats: snapshot.seats.map(() => seat()),
    timeline: { turns: [], seats: [] },
    dice: {
      sums: [0, 0, 4, 4, 0, 4, 0, 0, 4, 0, 0],
      expected: [0, 0, 4, 4, 0, 4, 0, 0, 4, 0, 0],
      hexes: [],
    },
    trades: [],
    moments: [
      { step: 40, turn: 6, type: 'longest_road', from: null, to: 1 },
      { step: 50, turn: 7, type: 'discard', seat: 1, cards: [1, 1, 0, 0, 0] },
      { step: 200, turn: 30, type: 'won', seats: [2] },
    ],
    ...more,
  };
}

describe('the numbers of a game', () => {
  const told = async (topic: Topic | null, counted = statistics()) =>
    (await statisticsTold(snapshot, LOG, topic, () => Promise.resolve(counted))).lines;

  it('are said in sentences once it is over, one topic at a time', async () => {
    expect(await told('dice')).toContain(
      '16 rolls: too few to judge all numbers together (that takes 60).',
    );
    const luck = await told('luck');
    expect(luck[0]).toBe('Luck with the dice:');
    expect(luck[2]).toBe('Bruno: 15 cards, 150% of expected (+5).');
    const cards = await told('resources');
    const after = (line: string) => cards[cards.indexOf(line) + 2];
    expect(after('Resource cards that came in:')).toBe('Bruno: Rolls 15, Total in 15.');
    expect(after('Resource cards that went out:')).toBe('Bruno: Roads 4, Total out 4.');
    expect(cards).not.toContain('Resource cards that never came:');
    const trades = await told('trades');
    expect(trades[0]).toBe('Offers and trades:');
    expect(trades[2]).toBe('Bruno: Offers made 3, Own offers that were traded 1, With the bank 2.');
    expect(trades).toContain('Nobody traded with another player.');
    expect((await told('time'))[2]).toBe(
      'Bruno: In all 1\u00A0min 0\u00A0s, Per turn 15\u00A0s, Share 25%.',
    );
  });

  it('begin with the result, the points of all by source, and what else there is', async () => {
    const lines = await told(null);
    expect(lines[0]).toMatch(/^Cleo wins \(after \d+ turns\)$/);
    // The result, a line for each seat, and what can be asked for.
    expect(lines).toHaveLength(snapshot.seats.length + 2);
    expect(lines.at(-1)).toMatch(/statistics dice.*statistics resources/);
    for (const name of names.slice(1)) {
      expect(lines.some((line) => line.startsWith(`${name} has `))).toBe(true);
    }
    expect(lines.find((line) => line.startsWith('You have '))).toMatch(
      /^You have \d+ points: Settlements \d/,
    );
  });

  it('have the great moments with their steps, and not what happens all the time', async () => {
    const lines = await told('moments');
    expect(lines).toContain('Turn 6, step 40: Bruno takes the longest road.');
    expect(lines).toContain('Turn 30, step 200: Cleo wins.');
    expect(lines.join()).not.toContain('discards');
  });

  it('say who has none of something, and what nobody knows', async () => {
    const seats = snapshot.seats.map((_, index) =>
      index === 1
        ? seat({ cards: seat().cards, thinking_ms: null, trades: { ...NO_TRADES } })
        : seat({ thinking_ms: null }),
    );
    expect(await told('trades', statistics({ seats }))).toContain('Bruno: nothing.');
    expect(await told('time', statistics({ seats }))).toEqual([
      'For this game, thinking times are not known.',
    ]);
  });

  it('are only what was rolled while the game goes on', async () => {
    const count = vi.fn();
    const { lines } = await statisticsTold(testSnapshot(), LOG, 'time', count);
    expect(lines[0]).toMatch(/^\d+ rolls?[.:]/);
    expect(lines.at(-1)).toBe('The other numbers come when the game is over.');
    expect(count).not.toHaveBeenCalled();
  });

  it('are refused with the reason where they cannot be had', async () => {
    const fails = () =>
      Promise.reject(
        new ProblemError({ code: 'unreachable', message: '', arguments: {} } as never),
      );
    const reply = await statisticsTold(snapshot, LOG, 'luck', fails);
    expect(reply.isProblem).toBe(true);
    expect(reply.lines.join()).toContain('server');
  });
});

const NO_TRADES = {
  offers: 0,
  closed: 0,
  asked: 0,
  accepted: 0,
  countered: 0,
  partner: 0,
  bank: 0,
};

const choice = (step: number, of: number, grade: Grade, cost: number): Choice => ({
  ...{ step, turn: 3, seat: of, grade, chance: 0.5 - cost, best_chance: 0.5 },
  ...{ action: { type: 'end_turn' }, best: { type: 'buy_development_card' } },
  ...{ least_chance: 0, corner: null },
});
const stroke = (step: number, change: number): Stroke => ({
  ...{ step, turn: step === 1 ? 0 : 4, seat: 1, changes: [0, change, -change, 0] },
  outcome: { type: 'dice', dice: [3, 5] },
});

describe('the analysis of a game', () => {
  const CHOICES = [choice(9, 1, 'mistake', 0.06), choice(20, 2, 'blunder', 0.2)];
  const STROKES = [stroke(1, -0.06), stroke(30, 0.1), stroke(31, 0.01)];
  const miss = (step: number, cost: number) => ({ step, turn: 3, cost, turns: 1 });
  const summary = (more: Partial<SeatSummary> = {}): SeatSummary => ({
    ...{ choices: 0, quality: null, inaccuracies: 0, mistakes: 0, blunders: 0, luck: 0 },
    ...{
      by_kind: { settling: null, building: null, trade: null, robber: null, cards: null },
      poor_start: false,
    },
    misses: [],
    ...more,
  });
  const summaries = [
    summary(),
    summary({ choices: 1, quality: 12.5, mistakes: 1, luck: 0.05, misses: [miss(9, 0.06)] }),
    summary({ choices: 1, quality: 0.1, blunders: 1, luck: -0.05, misses: [miss(20, 0.2)] }),
    summary(),
  ];
  const progress = (choices = CHOICES, strokes = STROKES) =>
    new Progress((_, tell) => {
      tell?.({ choices, strokes, summaries }, { all: 1, first: 1 });
      return Promise.resolve({ choices, strokes, summaries });
    });
  const record = () => Promise.resolve('brickwood-record 1');

  /** What is answered at once, and what is told in the end. */
  async function analyzed(analysis: Analysis, count: number | null = null) {
    const told = await new Promise<{ first: string; lines: readonly string[] }>((done) => {
      const { lines } = analysis.answer(snapshot, count, (found) =>
        done({ first: lines.join(' '), lines: found.lines }),
      );
    });
    return told;
  }

  it('says the costliest choices and the greatest luck, with their steps', async () => {
    const analysis = new Analysis(progress(), record);
    const { first, lines } = await analyzed(analysis);
    expect(first).toMatch(/^The choices are being analyzed/);
    expect(lines[0]).toBe(
      'Quality of play: from 0 to 100. Luck: in percentage points of the chance of winning.',
    );
    expect(lines).toContain('Bruno: Quality of play 12.5, Mistakes 1, Gained by luck +5.');
    const from = lines.indexOf('The costliest choices:');
    expect(lines.slice(from)).toEqual([
      'The costliest choices:',
      'Turn 3, step 20: Cleo: End the turn. A blunder (−20). Better: Buy a development card.',
      'Turn 3, step 9: Bruno: End the turn. A mistake (−6). Better: Buy a development card.',
      'The greatest strokes of luck:',
      'Turn 4, step 30: Bruno rolls 8: good luck for Bruno (+10).',
      'Opening, step 1: Bruno rolls 8: bad luck for Bruno (−6).',
    ]);
    // What is found is not searched for again, and may be asked for in part.
    const again = analysis.answer(snapshot, 1, () => expect.unreachable());
    expect(again.lines.filter((line) => line.includes('step'))).toHaveLength(2);
  });

  it('says how far it is while it runs', async () => {
    let finish: (known: Known) => void = () => undefined;
    const analysis = new Analysis(
      new Progress((_, tell) => {
        tell?.({ choices: [], strokes: [], summaries: [] }, { all: 0.4, first: 0.4 });
        return new Promise((resolve) => (finish = resolve));
      }),
      record,
    );
    const told = analyzed(analysis);
    await vi.waitFor(() => {
      const { lines } = analysis.answer(snapshot, null, () => undefined);
      expect(lines).toEqual(['Analyzing: 40%']);
    });
    finish({ choices: [], strokes: [], summaries: [] });
    expect((await told).lines.at(-1)).toBe('No mistake and no great luck.');
  });

  it('says why there is none', async () => {
    const early = new Analysis(progress(), record);
    const refused = early.answer(testSnapshot(), null, () => expect.unreachable());
    expect(refused).toMatchObject({ isProblem: true, lines: ['The game is not over yet.'] });
    const fails = new Analysis(progress(), () => Promise.reject(new TypeError('no network')));
    expect((await analyzed(fails)).lines).toEqual(['The analysis could not be finished.']);
  });
});
