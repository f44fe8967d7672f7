import { beforeAll, expect, test } from 'vitest';

import { loadMessages } from '../../base/language/messages';
import type { BelievedCards, BelievedHand } from '../../base/protocol';
import type { TableSnapshot } from '../../play/game/snapshot';
import { isHeld, knownHands } from './hands';

const NONE: BelievedCards = { fewest: 0, expected: 0, share: 0 };
const EMPTY: BelievedHand = {
  seat: 1,
  resources: [NONE, NONE, NONE, NONE, NONE],
  development: [NONE, NONE, NONE, NONE, NONE],
};
const HELD: BelievedHand = {
  ...EMPTY,
  resources: [
    { fewest: 2, expected: 200, share: 1000 },
    { fewest: 1, expected: 150, share: 1000 },
    { fewest: 0, expected: 1, share: 4 },
    { fewest: 0, expected: 99, share: 997 },
    NONE,
  ],
  development: [{ fewest: 0, expected: 71, share: 710 }, NONE, NONE, NONE, NONE],
};
const SNAPSHOT = {
  table: { you: 0 },
  seats: [{ name: 'Ida' }, { name: 'Bo' }],
} as unknown as TableSnapshot;

beforeAll(async () => loadMessages('page', 'coach'));

test('a card says how many are there for sure, or how likely one is', () => {
  const [hand] = knownHands(SNAPSHOT, [HELD]);
  expect(hand?.resources.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
    'brick 2',
    'lumber 1+',
    'wool 1%',
    'grain 99%',
  ]);
  expect(hand?.development.map(({ label }) => label)).toEqual(['71%']);
});

test('what is not certain is not told as if it were', () => {
  const [hand] = knownHands(SNAPSHOT, [HELD]);
  expect(hand?.text).toContain('Bo: 2 brick and 1 lumber for sure; perhaps ');
  expect(hand?.text).toContain('wool (1%)');
  expect(hand?.text).toContain('grain (99%)');
  expect(hand?.text).toContain('more lumber (about 1.5 in all)');
  expect(hand?.text).toContain('Knight (71%)');
});

test('a hand without cards is told as such', () => {
  expect(knownHands(SNAPSHOT, [EMPTY])[0]?.text).toBe('Bo: no cards');
  expect([isHeld(EMPTY), isHeld(HELD)]).toEqual([false, true]);
});
