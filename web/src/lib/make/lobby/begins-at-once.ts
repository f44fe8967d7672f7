import type { TableSnapshot } from '../../play/game/snapshot';

/** Whether nobody else is awaited, so that the game begins before one could read this page. */
export function beginsAtOnce(snapshot: TableSnapshot): boolean {
  const { table, seats, options } = snapshot;
  if (options.bots_after?.seconds === 0) return true;
  if (options.start !== 'when_full' || !table.yours.length) return false;
  return seats.every(({ kind }, seat) => kind.type === 'bot' || table.yours.includes(seat));
}
