/** Where the coach helps. The server has the last word. */

import type { TableSnapshot } from '../../play/game/snapshot';

/** Whether the coach may help the viewer: alone with bots, or where the table allows it to everybody. */
export function hasCoach({ options, seats, started, table }: TableSnapshot): boolean {
  const people = seats.filter(({ kind, name }) => kind.type !== 'bot' && name !== null).length;
  const may = options.coach === 'everybody' || (options.coach === 'alone' && people === 1);
  return may && started && table.you !== null;
}
