import { describe, expect, it } from 'vitest';

import type { RankingRow } from '../../play/game/ranking';
import type { LogEntry, TableSummary } from '../../base/protocol';
import { winsOf } from './earlier';
import { kindWords, resultTitle } from './result';

const row = (seat: number, points: number, more: Partial<RankingRow> = {}): RankingRow => ({
  seat,
  points,
  name: ['Ann', 'Ben', 'Cleo'][seat] ?? '',
  you: false,
  color: 'coral',
  winner: false,
  sources: { settlements: points, cities: 0, longest_road: 0, largest_army: 0, victory_points: 0 },
  ...more,
});

describe('the words at the end', () => {
  it('name who has won', () => {
    expect(resultTitle([row(0, 10, { winner: true }), row(1, 7)])).toBe('Ann wins');
    expect(resultTitle([row(0, 10, { winner: true, you: true })])).toBe('You win!');
    expect(resultTitle([row(0, 5), row(1, 7)])).toBe('Nobody has won');
    const shared = [row(0, 9, { winner: true }), row(1, 9, { winner: true, you: true })];
    expect(resultTitle(shared)).toBe('Ann and you share the win');
  });

  it('are kind to those who have not', () => {
    const game = (points: number) => [
      row(0, 10, { winner: true }),
      row(1, 8),
      row(2, points, { you: true }),
    ];
    expect(kindWords(game(5), [])).toBe('You came 3rd.');
    expect(kindWords(game(9), [])).toBe('So close: one more point and you would have won.');
  });

  it('know a first win, a win after a defeat, and several in a row', () => {
    const game = [row(0, 10, { winner: true, you: true }), row(1, 8)];
    expect(kindWords(game, [])).toBe('Congratulations!');
    expect(kindWords(game, [], [])).toBe('Your first win. Congratulations!');
    expect(kindWords(game, [], [false, false])).toBe('Your first win. Congratulations!');
    expect(kindWords(game, [], [false, true])).toBe('You’re back on top. Congratulations!');
    expect(kindWords(game, [], [true])).toBe('Congratulations!');
    expect(kindWords(game, [], [true, true, false])).toBe('3 wins in a row. Congratulations!');
    expect(kindWords(game, [], [true, true, true])).toBe('4 wins in a row. Congratulations!');
    const lost = [row(0, 10, { winner: true }), row(1, 5, { you: true })];
    expect(kindWords(lost, [], [true])).toBe('Well played! You came second.');
  });

  it('say nothing of it to those who watched, or where nobody has won', () => {
    expect(kindWords([row(0, 10, { winner: true }), row(1, 7)], [])).toBe('');
    expect(kindWords([row(0, 4, { you: true }), row(1, 7)], [])).toBe('');
  });

  it('say why a game was ended that nobody could win', () => {
    const log: LogEntry[] = [
      { seq: 8, undone: null, at_table: { type: 'nobody_can_win' }, events: [] },
      { seq: 9, undone: null, at_table: null, events: [{ type: 'called_off' }] },
    ];
    const words = kindWords([row(0, 4, { you: true }), row(1, 7)], log);
    expect(words).toBe('Nobody could reach the goal any more.');
  });
});

describe('earlier games', () => {
  const game = (id: string, created_ms: number, winner: string, over = true) =>
    ({ id, created_ms, over, players: ['Ann', 'Ben'], winners: over ? [winner] : [] }) as const;
  const wins = (games: readonly ReturnType<typeof game>[], name: string) =>
    winsOf(games as unknown as TableSummary[], 'this', name);

  it('are the finished ones besides this one, the latest first', () => {
    const games = [
      game('old', 1, 'Ann'),
      game('this', 4, 'Ann'),
      game('latest', 3, 'Ben'),
      game('open', 5, '', false),
    ];
    expect(wins(games, 'Ann')).toEqual([false, true]);
    expect(wins([], 'Ann')).toEqual([]);
  });

  it('are not known where one was played under another name', () => {
    expect(wins([game('old', 1, 'Ann')], 'Cleo')).toBeNull();
  });
});
