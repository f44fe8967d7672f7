import { beforeEach, expect, it } from 'vitest';

import type { EditionInfo, Rules } from '../../base/protocol';
import { keepWanted, readWanted, wantedOrder } from './choices';

const EDITIONS = [{ edition: 'modern', rules: { set_up: { type: 'placed' } } as Rules }];

beforeEach(() => {
  const kept = new Map<string, string>();
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as Storage;
});

it('remembers what was chosen last, and takes nothing that no table can have', () => {
  expect(readWanted()).toEqual({ players: 4, pace: 0, seconds: 60, rated: false });
  keepWanted({ players: 2, pace: 3, seconds: 300, rated: true });
  // Whether a game is rated is chosen anew each time.
  expect(readWanted()).toEqual({ players: 2, pace: 3, seconds: 300, rated: false });
  localStorage.setItem('brickwood.find', '{"players":9,"pace":"x","seconds":-1}');
  expect(readWanted()).toEqual({ players: 4, pace: 0, seconds: 60, rated: false });
  localStorage.setItem('brickwood.find', 'null');
  expect(readWanted().players).toBe(4);
});

it('orders a listed table with open seats that begins by itself', () => {
  const wanted = { players: 5, pace: 1, seconds: 0, rated: false };
  const order = wantedOrder('Ida', wanted, EDITIONS as unknown as EditionInfo[]);
  expect(order.seats.map(({ type }) => type)).toEqual(Array(5).fill('human'));
  expect(new Set(order.seats.map(({ color }) => color)).size).toBe(5);
  expect(order.rules.players).toBe(5);
  expect(order.options).toMatchObject({
    public: true,
    start: 'when_full',
    clock: { type: 'turn', seconds: 60 },
    bots_after: { seconds: 0, level: 'medium' },
    takeover_rounds: 3,
  });
});

it('orders a rated table that waits for people: no bot begins it, and nobody takes over a seat', () => {
  const wanted = { players: 3, pace: 1, seconds: 60, rated: true };
  const { options } = wantedOrder('Ida', wanted, EDITIONS as unknown as EditionInfo[]);
  expect(options).toMatchObject({
    public: true,
    start: 'when_full',
    clock: { type: 'turn', seconds: 60 },
    coach: 'never',
    rated: true,
  });
  expect(options).not.toHaveProperty('bots_after');
  expect(options).not.toHaveProperty('takeover_rounds');
});
