/** The result of a game. */

import type { Color, Points, Seat } from '../../base/protocol';
import { isYou, properName, seatView, type TableSnapshot } from './snapshot';
import { pointsOf } from './status';

/** A source of points. */
export type Source = keyof Points;

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
