/** What is known of a table's game without counting. */

import { isYou, properName, type TableSnapshot } from '../../play/game/snapshot';
import { replayPath } from '../../base/router.svelte';
import type { GameWithStatistics } from '../statistics/game';

/** The game of a table, as its statistics need it. */
export function aboutGame(snapshot: TableSnapshot): Omit<GameWithStatistics, 'statistics'> {
  return {
    players: snapshot.seats.map(({ color }, seat) => ({
      name: properName(snapshot, seat),
      color,
      you: isYou(snapshot, seat),
    })),
    board: snapshot.board,
    dice: snapshot.table.rules.dice,
    replay: replayPath(snapshot.table.id),
  };
}
