import { expect, it } from 'vitest';

import editions from '../../../../tests/fixtures/editions.json';
import type { EditionInfo } from '../../base/protocol';
import { readSetup } from './last-setup';
import { firstSetup, withCount } from './orders';

const EDITIONS = editions as EditionInfo[];
const SETUP = firstSetup(EDITIONS, 'hard');

const read = (value: unknown) => readSetup(structuredClone(value), EDITIONS);

it('reads what it has written', () => {
  const variants = { ...SETUP.rules.variants, open_hands: true };
  const rules = { ...SETUP.rules, time_limit: 45, friendly_robber: true, variants };
  const setup = { ...SETUP, rules, board: 'own' as const, own: 'B6' };
  expect(read(setup)).toEqual(setup);
});

it('knows a set-up from what is none', () => {
  expect(read(null)).toBeNull();
  expect(read({})).toBeNull();
  expect(read({ ...SETUP, seats: [] })).toBeNull();
  expect(read({ ...SETUP, seats: [{ who: 'robot', color: 'coral' }] })).toBeNull();
  expect(read({ ...SETUP, board: 'flat' })).toBeNull();
  expect(read({ ...SETUP, edition: 'home-made' })).toBeNull();
});

it('takes the edition for what it does not understand of the rules', () => {
  const rules = { ...SETUP.rules, points_to_win: '10', hand_limit: 900, city_cost: 'nothing' };
  expect(read({ ...SETUP, rules })?.rules).toEqual(SETUP.rules);
  expect(read({ ...SETUP, rules: null })?.rules).toEqual(SETUP.rules);
  const first_player = { type: 'named', seat: 3 } as const;
  const two = {
    ...SETUP,
    seats: withCount(SETUP.seats, 2),
    rules: { ...SETUP.rules, first_player },
  };
  expect(read(two)?.rules).toMatchObject({ players: 2, first_player: { type: 'roll' } });
});
