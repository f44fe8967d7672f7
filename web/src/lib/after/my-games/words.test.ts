import { expect, it } from 'vitest';

import type { GameResult, ResultPlayer } from '../../base/protocol';
import { placeText, withText } from './words';

const player = (name: string | null, place: number | null): ResultPlayer => ({
  ...{ name, place, points: 5, left: false, joined: false },
  kind: { type: 'human' },
});

const game = (...players: ResultPlayer[]): GameResult => ({ players, seat: 0 }) as GameResult;

it('a place is said, and that there is none', () => {
  expect(placeText(game(player('Ida', 2), player('Bo', 1)))).toBe('2nd');
  expect(placeText(game(player('Ida', null)))).toBe('–');
});

it('the others are named, and former players counted', () => {
  const ida = player('Ida', 1);
  expect(withText(game(ida, player('Bo', 2), player('Zoë', 3)))).toBe('with Bo and Zoë');
  expect(withText(game(ida, player(null, 2), player('Zoë', 3), player(null, 4)))).toBe(
    'with Zoë and 2 former players',
  );
});
