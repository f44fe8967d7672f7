/** A game with its statistics, as the panels show it. */

import type { Player } from '../../base/charts/lines';
import type { Who } from '../../play/game/snapshot';
import type { DiceSource } from './dice';
import type { BoardInfo, GameStatistics, Seat } from '../../base/protocol';

/** A player, by seat. */
export interface SeatOfGame extends Player {
  readonly you: boolean;
}

/** What the panels need. */
export interface GameWithStatistics {
  readonly statistics: GameStatistics;
  readonly players: readonly SeatOfGame[];
  readonly board: BoardInfo;
  readonly dice: DiceSource;
  /** The address of the replay; a moment of it is `#` and its step. */
  readonly replay: string;
}

/** Where a moment is looked at. */
export function momentPath({ replay }: Pick<GameWithStatistics, 'replay'>, step: number): string {
  return `${replay}#${step}`;
}

/** A player as a sentence needs one. */
export function who(
  { players }: Pick<GameWithStatistics, 'players'>,
  seat: Seat,
): { who: Who; name: string } {
  const player = players[seat];
  return { who: player?.you ? 'you' : 'other', name: player?.name ?? '' };
}
