/** The result of a game. */

import type { MessageId } from '../language/messages';
import type { Color, Seat } from '../protocol';
import { isYou, properName, seatView, type TableSnapshot } from './snapshot';
import { pointsOf } from './status';

/** Where points come from, in the order in which they are drawn. */
export const SOURCES = [
  { key: 'settlements', label: 'ranking.settlements' },
  { key: 'cities', label: 'ranking.cities' },
  { key: 'longest_road', label: 'ranking.longestRoad' },
  { key: 'largest_army', label: 'ranking.largestArmy' },
  { key: 'victory_points', label: 'ranking.victoryPoints' },
] as const satisfies readonly { key: string; label: MessageId }[];

/** A source of points. */
export type Source = (typeof SOURCES)[number]['key'];

/** One player's result. */
export interface RankingRow {
  readonly seat: Seat;
  readonly name: string;
  readonly you: boolean;
  readonly color: Color;
  readonly winner: boolean;
  readonly points: number;
  readonly sources: Readonly<Record<Source, number>>;
}

/** The players, the winners first and then by points; null before the game is over. */
export function ranking(snapshot: TableSnapshot): RankingRow[] | null {
  const { phase } = snapshot.view;
  if (phase.type !== 'over') return null;
  return snapshot.seats
    .map((info, seat) => ({
      seat,
      name: properName(snapshot, seat),
      you: isYou(snapshot, seat),
      color: info.color,
      winner: phase.winners.includes(seat),
      points: pointsOf(snapshot, seat),
      sources: seatView(snapshot, seat).points,
    }))
    .sort((a, b) => Number(b.winner) - Number(a.winner) || b.points - a.points || a.seat - b.seat);
}
