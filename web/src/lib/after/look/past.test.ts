import { expect, test } from 'vitest';

import type { Replay, ReplayStep, SeatKind } from '../../base/protocol';
import { hasBots } from './bots';
import { decisionAt, nextDecision } from './past.svelte';

function replayed(kinds: readonly SeatKind[], texts: readonly string[]): Replay {
  const seats = kinds.map((kind) => ({ kind }));
  const steps = texts.map((text, place): Partial<ReplayStep> => ({ seq: place + 1, text }));
  return { seats, steps } as unknown as Replay;
}

const GAME = replayed(
  [{ type: 'human' }, { type: 'bot', level: 'hard' }, { type: 'bot', level: 'outside:star' }],
  ['1 settlement b2n', '2 roll', 'dice 2 3', '2 city b4n', '3 end', '2 end'],
);

test('a decision is of a bot of ours, and not of chance, a person or another program', () => {
  const found = GAME.steps.map((_, place) => decisionAt(GAME, place + 1)?.seat ?? null);
  expect(found).toEqual([null, 1, null, 1, null, 1]);
  expect(decisionAt(GAME, 4)).toEqual({ step: 4, seat: 1, level: 'hard' });
  expect(decisionAt(GAME, 7)).toBeNull();
});

test('the next decision is one in which more can be done than to roll', () => {
  expect(nextDecision(GAME, 0)?.step).toBe(4);
  expect(nextDecision(GAME, 4)?.step).toBe(6);
  expect(nextDecision(GAME, 6)).toBeNull();
});

test('there is something to look into where a bot of ours has played', () => {
  expect(hasBots(GAME)).toBe(true);
  expect(hasBots(replayed([{ type: 'human' }], []))).toBe(false);
  expect(hasBots(replayed([{ type: 'bot', level: 'outside:star' }], []))).toBe(false);
});
