import { describe, expect, it, vi } from 'vitest';

import type { AnalysisPart, Choice, SeatSummary } from '../../base/protocol';
import type { JudgedPart } from '../../base/transport/study';
import { analyse, workDone, type Done } from './analyst';

const asked = vi.hoisted(() => ({ parts: [] as unknown[] }));

vi.mock('../../base/transport/study', () => ({
  async *analysisOf() {
    yield* await Promise.resolve(asked.parts as JudgedPart[]);
  },
}));

const summary = (choices: number, luck: number): SeatSummary => ({
  ...{ choices, quality: choices ? 90 : null, inaccuracies: 0, mistakes: 0, blunders: 0 },
  ...{
    by_kind: { settling: null, building: null, trade: null, robber: null, cards: null },
    poor_start: false,
    misses: [],
  },
  luck,
});
const choice = (seat: number, turn: number) => ({ seat, turn }) as Choice;
const part = (done: number, choices: Choice[], summaries: SeatSummary[]): AnalysisPart => ({
  ...{ version: 2, steps: 20, done, strokes: [], choices, summaries },
});

describe('an analysis', () => {
  it('puts together what seats did that were judged one after the other', async () => {
    const own = [summary(0, 0.1), summary(3, -0.1)];
    const others = [summary(5, 0.2), summary(0, -0.2)];
    asked.parts = [
      { seats: [1], part: part(20, [choice(1, 4)], own) },
      { seats: [0], part: part(20, [choice(0, 3)], others) },
    ];
    const told: Done[] = [];
    const known = await analyse('', (_, done) => told.push(done), { first: [1] });
    expect(known.summaries.map(({ choices }) => choices)).toEqual([5, 3]);
    expect(known.summaries.map(({ luck }) => luck.toFixed(1))).toEqual(['0.3', '-0.3']);
    expect(told).toEqual([
      { all: 0.5, first: 1 },
      { all: 1, first: 1 },
    ]);
  });
});

describe('the part of the work that is done', () => {
  const of = (done: number, placed: number, later: number) =>
    workDone(
      part(done, [], [summary(0, 0), summary(0, 0), summary(0, 0)]),
      [...Array(placed).fill(choice(0, 0)), ...Array(later).fill(choice(0, 1))],
      3,
    );

  it('grows, is whole only at the end, and has most of it in the set-up', () => {
    const parts = [of(0, 0, 0), of(4, 4, 0), of(12, 12, 0), of(16, 12, 2), of(19, 12, 4)];
    expect(parts).toEqual([...parts].sort((a, b) => a - b));
    expect(parts[0]).toBe(0);
    expect(parts[2]).toBeGreaterThan(0.8);
    expect(Math.max(...parts)).toBeLessThan(1);
    expect(of(20, 12, 5)).toBe(1);
  });
});
