import { describe, expect, it } from 'vitest';

import { linear, spread, ticksTo, turnTicks } from './scale';

describe('a straight scale', () => {
  it('goes to places and back', () => {
    const scale = linear([0, 10], [100, 0]);
    expect([0, 5, 10].map(scale)).toEqual([100, 50, 0]);
    for (const value of [0, 3, 7.5, 10]) expect(scale.invert(scale(value))).toBeCloseTo(value);
  });

  it('has a place for values that are all the same', () => {
    const scale = linear([4, 4], [0, 300]);
    expect(scale(4)).toBe(0);
    expect(scale.invert(120)).toBe(4);
  });
});

describe('ticks', () => {
  it('begin at 0 and reach the greatest value', () => {
    for (const most of [0, 0.3, 1, 3, 7, 10, 47, 133]) {
      const ticks = ticksTo(most, 4, true);
      expect(ticks[0]).toBe(0);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
      expect(ticks.length).toBeLessThanOrEqual(7);
      expect(ticks.every((tick) => Number.isInteger(tick))).toBe(true);
      expect(new Set(ticks).size).toBe(ticks.length);
    }
  });

  it('are parts where parts are meant', () => {
    expect(ticksTo(1, 4, false)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  });

  it('stand where turns begin, at round numbers', () => {
    const turns = [0, 0, ...Array.from({ length: 40 }, (_, turn) => [turn + 1, turn + 1]).flat()];
    const found = turnTicks(turns, 4);
    expect(found.map(({ turn }) => turn)).toEqual([10, 20, 30, 40]);
    for (const { step, turn } of found) {
      expect(turns[step]).toBe(turn);
      expect(turns[step - 1]).toBe(turn - 1);
    }
    expect(turnTicks([0, 0], 4)).toEqual([]);
  });
});

describe('names at the ends of lines', () => {
  const gaps = (places: readonly number[]) => {
    const sorted = [...places].sort((a, b) => a - b);
    return sorted.slice(1).map((place, index) => place - (sorted[index] ?? 0));
  };

  it('stay where there is room', () => {
    expect(spread([90, 10, 50], 20, [0, 100])).toEqual([90, 10, 50]);
  });

  it('never lie over each other, keep their order and stay inside', () => {
    for (const places of [
      [50, 50, 50, 50],
      [0, 1, 2, 3],
      [100, 99, 98, 10],
      [20, 30, 31, 80, 82, 84],
    ]) {
      const found = spread(places, 15, [0, 100]);
      expect(Math.min(...gaps(found))).toBeGreaterThanOrEqual(15 - 1e-6);
      expect(Math.min(...found)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...found)).toBeLessThanOrEqual(100);
      for (const [a, place] of places.entries()) {
        for (const [b, other] of places.entries()) {
          if (place < other) expect(found[a]).toBeLessThan(found[b] ?? 0);
        }
      }
    }
  });
});
