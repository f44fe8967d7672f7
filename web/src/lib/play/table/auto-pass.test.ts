import { expect, it } from 'vitest';

import { NO_CHOICES, testSnapshot } from '../game/test-snapshot';
import { passesByItself, passDelay, rollsByItself } from './auto-pass';

const WISHES = { autoPass: true, autoLetBe: true };
const building = (choices: object) =>
  testSnapshot({
    view: { phase: { type: 'special_building' }, active: 2, special: 0 },
    choices: { ...NO_CHOICES, pass: true, ...choices },
  });
const asked = (choices: object) =>
  testSnapshot({
    phase: { type: 'interrupt', asked: [0] },
    choices: { ...NO_CHOICES, pass: true, ...choices },
  });

it('ends special building only where nothing can be built', () => {
  expect(passesByItself(building({}), WISHES)).toBe(true);
  expect(passesByItself(building({ roads: [3] }), WISHES)).toBe(false);
  expect(passesByItself(building({ buy_development_card: true }), WISHES)).toBe(false);
  expect(passesByItself(building({ pass: false }), WISHES)).toBe(false);
  expect(passesByItself(building({}), { ...WISHES, autoPass: false })).toBe(false);
});

it('lets a robber be only without a knight, and not so fast that it shows', () => {
  expect(passesByItself(asked({}), WISHES)).toBe(true);
  expect(passesByItself(asked({ play: ['knight'] }), WISHES)).toBe(false);
  expect(passesByItself(asked({}), { ...WISHES, autoLetBe: false })).toBe(false);
  expect(passDelay(asked({}), 0)).toBeGreaterThan(500);
});

it('never forgoes a theft or the robber', () => {
  const rob = testSnapshot({ phase: { type: 'rob', victims: [1] }, choices: { pass: true } });
  const robber = testSnapshot({ phase: { type: 'move_robber' }, choices: { pass: true } });
  expect(passesByItself(rob, WISHES)).toBe(false);
  expect(passesByItself(robber, WISHES)).toBe(false);
});

it('rolls only where nothing could be done before, and only where that is wanted', () => {
  const rolling = (change: object) =>
    testSnapshot({ choices: { ...NO_CHOICES, roll: true, play: [], ...change } });
  expect(rollsByItself(rolling({}), { autoRoll: true })).toBe(true);
  expect(rollsByItself(rolling({}), { autoRoll: false })).toBe(false);
  expect(rollsByItself(rolling({ play: ['knight'] }), { autoRoll: true })).toBe(false);
  expect(rollsByItself(rolling({ roll: false }), { autoRoll: true })).toBe(false);
});
