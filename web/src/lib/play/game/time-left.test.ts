import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { ServerTime } from './server-time';
import { clockText, follow, leftAt, warnsIn, type TimeLeft } from './time-left';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const clock = (left_ms: number, running = true): TimeLeft => ({ left_ms, running, at_ms: 1000 });

it('tells time as a clock does, and the last seconds by tenths', () => {
  expect([725_000, 3_723_000, 60_000, 9_870, 0].map(clockText)).toEqual([
    '12:05',
    '1:02:03',
    '1:00',
    '9.8',
    '0.0',
  ]);
});

it('runs down only where it runs, and never below nothing', () => {
  expect(leftAt(clock(30_000), 11_000)).toBe(20_000);
  expect(leftAt(clock(30_000, false), 11_000)).toBe(30_000);
  expect(leftAt(clock(3_000), 11_000)).toBe(0);
  expect(leftAt(clock(3_000), 0)).toBe(3_000);
});

it('warns once, when twenty seconds are left', () => {
  expect(warnsIn(clock(50_000), 1000)).toBe(30_000);
  expect(warnsIn(clock(50_000), 11_000)).toBe(20_000);
  expect(warnsIn(clock(50_000, false), 1000)).toBeNull();
  expect(warnsIn(clock(20_000), 1000)).toBeNull();
});

/** A page far from the server, whose own clock began at some time, and what it shows. */
class Page {
  readonly shown: number[] = [];
  readonly #time: ServerTime;
  #stop: () => void = () => undefined;

  constructor(
    begun_ms: number,
    private readonly way_ms: number,
  ) {
    this.#time = new ServerTime(() => Date.now() + begun_ms);
    const asked = Date.now() + begun_ms;
    setTimeout(() => {
      const server_ms = Date.now();
      setTimeout(() => {
        this.#time.answered(asked, server_ms);
      }, this.way_ms);
    }, this.way_ms);
  }

  /** The server tells the page what is left. */
  tell(told: TimeLeft): void {
    setTimeout(() => {
      this.#stop();
      this.#time.heard(told.at_ms);
      this.#stop = follow(
        told,
        () => this.#time.now(),
        (left) => this.shown.push(left),
      );
    }, this.way_ms);
  }
}

it('shows the same to all who look, never runs backwards, and ends when the server says', () => {
  vi.setSystemTime(1_000_000);
  const ends = 1_000_000 + 31_000;
  const pages = [new Page(0, 2), new Page(-900_000, 80), new Page(7_777_777, 250)];
  vi.advanceTimersByTime(1000);
  // Somebody else does something every now and then, so that all are told again.
  for (let second = 0; second < 30; second++) {
    if (second % 4 === 0) {
      const at_ms = Date.now();
      for (const page of pages) page.tell({ left_ms: ends - at_ms, running: true, at_ms });
    }
    vi.advanceTimersByTime(1000);
    const left = ends - Date.now();
    for (const { shown } of pages) {
      expect(Math.abs((shown.at(-1) ?? NaN) - left)).toBeLessThanOrEqual(150);
    }
  }
  vi.advanceTimersByTime(200);
  for (const { shown } of pages) {
    expect(shown.length).toBeGreaterThan(200);
    expect(shown).toEqual([...shown].sort((a, b) => b - a));
    expect(shown.at(-1)).toBe(0);
  }
});
