import { expect, test } from 'vitest';

import { Pace } from './pace';

/** The times at which questions are asked that come up at these times, each in place of the one before. */
function asked(wanted: readonly number[], until: number): number[] {
  const pace = new Pace();
  const times: number[] = [];
  wanted.forEach((at, place) => {
    const when = at + pace.wait(at);
    if (when >= (wanted[place + 1] ?? until)) return;
    pace.note(when);
    times.push(when);
  });
  return times;
}

const EVERY_100_MS = Array.from({ length: 200 }, (_, place) => 100 * place);

test('the first questions do not wait', () => {
  expect(asked([0, 100, 200, 300, 400, 500], 600)).toEqual([0, 100, 200, 300, 400, 500]);
});

test('the coach is never asked more often than the server allows', () => {
  let fullAt = 0;
  for (const at of asked(EVERY_100_MS, 60_000)) {
    fullAt = Math.max(fullAt, at) + 500;
    expect(fullAt).toBeLessThanOrEqual(at + 8 * 500);
  }
});

test('the last question is always asked', () => {
  for (let count = 1; count <= EVERY_100_MS.length; count += 1) {
    const wanted = EVERY_100_MS.slice(0, count);
    expect(asked(wanted, Infinity).at(-1)).toBeGreaterThanOrEqual(wanted.at(-1) ?? 0);
  }
});
