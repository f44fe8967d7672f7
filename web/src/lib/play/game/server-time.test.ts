import { expect, it } from 'vitest';

import { ServerTime } from './server-time';

function page() {
  const clock = { now: 0 };
  return { clock, time: new ServerTime(() => clock.now) };
}

it('is known roughly from the first word, and better from the first answer', () => {
  const { clock, time } = page();
  time.heard(5000);
  expect(time.now()).toBe(5000);
  clock.now = 100;
  time.answered(0, 5090);
  expect(time.now()).toBe(5140);
  // A later word says nothing more: it may have been on its way for long.
  time.heard(4000);
  expect(time.now()).toBe(5140);
});

it('is taken from the answer that came fastest', () => {
  const { clock, time } = page();
  clock.now = 20;
  time.answered(0, 1010);
  clock.now = 2000;
  time.answered(1000, 2900);
  expect(time.now()).toBe(3000);
});

it('never runs backwards, however wrong it was', () => {
  const { clock, time } = page();
  time.heard(9000);
  expect(time.now()).toBe(9000);
  clock.now = 10;
  time.answered(0, 8005);
  expect(time.now()).toBe(9000);
  clock.now = 1100;
  expect(time.now()).toBe(9100);
});

it('is found anew on another line', () => {
  const { clock, time } = page();
  time.answered(0, 9000);
  time.restart();
  time.heard(2000);
  clock.now = 50;
  expect(time.now()).toBe(2050);
});
