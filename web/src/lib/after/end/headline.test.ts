import { describe, expect, it } from 'vitest';

import type { RankingRow } from '../../play/game/ranking';
import { headline } from './headline';

const NONE = { settlements: 0, cities: 0, longest_road: 0, largest_army: 0, victory_points: 0 };

function rows(...points: readonly number[]): RankingRow[] {
  return points.map((each, seat) => ({
    seat,
    name: `Player ${seat + 1}`,
    you: seat === 0,
    color: 'coral',
    winner: seat === 0,
    points: each,
    sources: NONE,
  }));
}

describe('a headline', () => {
  it('tells of a win by one point, and below it from what chance', () => {
    expect(headline(rows(10, 9, 4), 73, [0.3, 0.06, 1])).toEqual({
      title: 'Player 1 wins by one point',
      subtitle: '73 turns, once down to 6%',
    });
  });

  it('tells of a win that hardly anybody expected', () => {
    const { title, subtitle } = headline(rows(10, 7), 40, [0.5, 0.1, 1]);
    expect(title).toBe('Player 1 comes back from 10%');
    expect(subtitle).toBe('40 turns');
  });

  it('tells how long a game took where there is nothing else to tell, or nothing is known', () => {
    expect(headline(rows(10, 7), 38, null).title).toBe('Player 1 wins in 38 turns');
    expect(headline(rows(10, 7), 38, [0.5, 0.4, 1]).title).toBe('Player 1 wins in 38 turns');
  });

  it('names those who share a win, and says where nobody has won', () => {
    const shared = rows(10, 10, 3).map((row, at) => ({ ...row, winner: at < 2 }));
    expect(headline(shared, 50, null).title).toBe('Player 1 and Player 2 share the win');
    const none = rows(8, 7).map((row) => ({ ...row, winner: false }));
    expect(headline(none, 50, null).title).toBe('Nobody has won');
  });
});
