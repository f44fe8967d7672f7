import { expect, it } from 'vitest';

import { orderOf, quickOrder, soloSeats, withColor, withCount } from './orders';

it('orders one person against three bots of the chosen level', () => {
  const order = quickOrder('Robin', 'hard');
  expect(order.seats.map((seat) => seat.type)).toEqual(['human', 'bot', 'bot', 'bot']);
  expect(order.seats[1]).toMatchObject({ level: 'hard' });
  expect(new Set(order.seats.map((seat) => seat.color)).size).toBe(4);
  expect(order).toMatchObject({ points_to_win: 10, hand_limit: 7, board: { type: 'random' } });
});

it('lets two seats swap a color, so that none is taken twice', () => {
  const [first, second] = withColor(soloSeats('easy'), 0, 'cobalt');
  expect(first?.color).toBe('cobalt');
  expect(second?.color).toBe('coral');
});

it('gives new seats a color that is free', () => {
  const two = withCount(withColor(soloSeats('easy'), 0, 'teal'), 2);
  const four = withCount(two, 4);
  expect(four).toHaveLength(4);
  expect(new Set(four.map((seat) => seat.color)).size).toBe(4);
  expect(four[3]?.who).toBe('easy');
});

it('lays a random board where the name of a board is empty', () => {
  const choices = {
    name: ' Robin ',
    seats: soloSeats('easy'),
    points: 8,
    handLimit: 9,
    board: 'seed' as const,
    seed: '  ',
  };
  expect(orderOf(choices)).toMatchObject({ name: 'Robin', board: { type: 'random' } });
  expect(orderOf({ ...choices, seed: ' north ' }).board).toEqual({ type: 'seed', seed: 'north' });
});
