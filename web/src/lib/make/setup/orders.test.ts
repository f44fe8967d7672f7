import { expect, it } from 'vitest';

import editions from '../../../../tests/fixtures/editions.json';
import type { EditionInfo } from '../../base/protocol';
import {
  deviceSetup,
  firstSetup,
  friendsSetup,
  orderOf,
  quickOrder,
  soloSeats,
  withColor,
  withCount,
} from './orders';

const EDITIONS = editions as EditionInfo[];
const SETUP = firstSetup(EDITIONS, 'easy');

it('orders one person against three bots of the chosen level', () => {
  const order = quickOrder('Robin', 'hard', EDITIONS);
  expect(order.seats.map((seat) => seat.type)).toEqual(['human', 'bot', 'bot', 'bot']);
  expect(order.seats[1]).toMatchObject({ level: 'hard' });
  expect(new Set(order.seats.map((seat) => seat.color)).size).toBe(4);
  expect(order).toMatchObject({ edition: 'modern', board: { type: 'random' } });
  expect(order.rules).toMatchObject({ players: 4, points_to_win: 10, hand_limit: 7 });
});

it('lets two seats swap a color, so that none is taken twice', () => {
  const [first, second] = withColor(soloSeats('easy'), 0, 'cobalt');
  expect(first?.color).toBe('cobalt');
  expect(second?.color).toBe('coral');
});

it('gives new seats a color that is free, up to six', () => {
  const two = withCount(withColor(soloSeats('easy'), 0, 'teal'), 2);
  const six = withCount(two, 6);
  expect(six).toHaveLength(6);
  expect(new Set(six.map((seat) => seat.color)).size).toBe(6);
  expect(six[5]?.who).toBe('easy');
});

it('lays a random board where the name of a board is empty', () => {
  const named = { ...SETUP, board: 'seed' as const, seed: '  ' };
  expect(orderOf(' Robin ', named)).toMatchObject({ name: 'Robin', board: { type: 'random' } });
  const north = orderOf('Robin', { ...named, seed: ' north ' });
  expect(north.board).toEqual({ type: 'seed', seed: 'north' });
});

it('sends a board of one’s own as it is written', () => {
  const own = orderOf('Robin', { ...SETUP, board: 'own', own: 'B6 L8\n' });
  expect(own.board).toEqual({ type: 'own', text: 'B6 L8\n' });
});

it('plays with as many as sit there, and with four leaves no pieces in the box', () => {
  const set_up = { type: 'beginners', left_out: 'blue' } as const;
  const rules = { ...SETUP.rules, set_up };
  expect(orderOf('Robin', { ...SETUP, rules }).rules.set_up).toEqual({ ...set_up, left_out: null });
  const three = { ...SETUP, rules, seats: withCount(SETUP.seats, 3) };
  expect(orderOf('Robin', three).rules).toMatchObject({ players: 3, set_up });
});

it('keeps three seats open for friends, and leaves the beginning to the host', () => {
  const { seats, options } = orderOf('Robin', friendsSetup(EDITIONS));
  expect(seats.map(({ type }) => type)).toEqual(['human', 'human', 'human', 'human']);
  expect(options.start).toBe('by_host');
});

it('begins at once where nobody else is to sit down, and else as the host wants', () => {
  const alone = deviceSetup(EDITIONS, 'easy');
  expect(orderOf('Robin', alone).options.start).toBe('when_full');
  const seats = alone.seats.map((seat, at) =>
    at === 2 ? { ...seat, who: 'human' as const } : seat,
  );
  expect(orderOf('Robin', { ...alone, seats }).options.start).toBe('by_host');
});

it('gives somebody at the same device a name, and locks what is to stay empty', () => {
  const setup = deviceSetup(EDITIONS, 'easy');
  const [you, local, bot, last] = setup.seats;
  if (!you || !local || !bot || !last) throw new Error('four seats');
  const seats = [you, { ...local, name: ' ' }, bot, { ...last, who: 'locked' as const }];
  expect(orderOf('Robin', { ...setup, seats }).seats).toEqual([
    { type: 'human', color: 'coral' },
    { type: 'local', color: 'cobalt', name: 'Player 2' },
    { type: 'bot', color: 'amber', level: 'easy' },
    { type: 'locked', color: 'teal' },
  ]);
});
