import { describe, expect, it } from 'vitest';

import type { SeatSummary, Stroke } from '../../base/protocol';
import { Progress } from './progress.svelte';

type Analyse = ConstructorParameters<typeof Progress>[0];

const stroke = (step: number): Stroke => ({
  ...{ step, turn: 1, seat: 0, changes: [0.1, -0.1] },
  outcome: { type: 'drawn', card: 'knight' },
});

const summary = (luck: number): SeatSummary => ({
  ...{ choices: 0, quality: null, inaccuracies: 0, mistakes: 0, blunders: 0 },
  ...{
    by_kind: { settling: null, building: null, trade: null, robber: null, cards: null },
    poor_start: false,
    misses: [],
  },
  luck,
});

/** Finds one stroke in each of four parts. */
const analyse: NonNullable<Analyse> = (_, told, { signal } = {}) => {
  const known = { choices: [], strokes: [] as Stroke[], summaries: [] as SeatSummary[] };
  for (let part = 1; part <= 4 && !signal?.aborted; part += 1) {
    known.strokes.push(stroke(part));
    known.summaries = [summary(0.1 * part), summary(-0.1 * part)];
    told?.(known, { all: part / 4, first: Math.min(1, part / 2) });
  }
  return Promise.resolve(known);
};

const record = () => Promise.resolve('brickwood-record 1');

describe('an analysis', () => {
  it('shows what is known when all is done', async () => {
    const progress = new Progress(analyse);
    await progress.run(record);
    expect(progress.state).toBe('done');
    expect(progress.part).toBe(1);
    expect(progress.strokes.map(({ step }) => step)).toEqual([1, 2, 3, 4]);
    expect(progress.summaries.map(({ luck }) => luck)).toEqual([0.4, -0.4]);
  });

  it('knows of the first seats before the others', async () => {
    const halfway: unknown[] = [];
    const spied = new Progress((record, told, way) =>
      analyse(
        record,
        (known, done) => {
          told?.(known, done);
          if (done.all !== 0.5) return;
          halfway.push(...[0, 1].map((seat) => [spied.isJudged(seat), spied.partOf(seat)]));
          halfway.push(spied.strokes.length);
        },
        way,
      ),
    );
    await spied.run(record, [1]);
    expect(halfway).toEqual([[false, 0.5], [true, 1], 2]);
    expect(spied.isJudged(0)).toBe(true);
  });

  it('can be asked for again after it has failed', async () => {
    const progress = new Progress(analyse);
    await progress.run(() => Promise.reject(new TypeError('no network')));
    expect(progress.state).toBe('failed');
    await progress.run(record);
    expect(progress.strokes).toHaveLength(4);
  });

  it('finds no more when nobody looks', async () => {
    const progress = new Progress(analyse);
    const running = progress.run(record);
    progress.stop();
    await running;
    expect(progress.state).toBe('new');
    expect(progress.strokes).toHaveLength(0);
  });
});
