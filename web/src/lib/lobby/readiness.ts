/** The seats of a table that gathers its players, in words, and what stands against its beginning. */

import { isOpen, openSeats, type TableSnapshot } from '../game/snapshot';
import type { SeatInfo } from '../protocol';
import { counted, levelName, listed } from '../words';

/** What is known of whoever a seat is for, in a word or two. */
export function seatStatus(info: SeatInfo, hostName: string | null): string {
  switch (info.kind.type) {
    case 'bot':
      return `${levelName(info.kind.level)} bot`;
    case 'locked':
      return 'Locked: nobody plays here';
    case 'local':
      return hostName ? `On ${hostName}’s device` : 'On another player’s device';
    case 'human':
      if (isOpen(info)) return 'Open to anyone';
      if (!info.present) return 'Not here';
      if (info.asked) return 'Has not agreed to the changes yet';
      return info.ready ? 'Ready' : 'Joining';
  }
}

/** How many play as the seats are now. */
export function players(snapshot: TableSnapshot): number {
  return snapshot.seats.filter(({ kind }) => kind.type !== 'locked').length;
}

/** Why the host cannot begin yet; null where the host can. */
export function startBlocker(snapshot: TableSnapshot): string | null {
  const open = openSeats(snapshot).length;
  if (open) {
    return `${counted(open, 'seat is', 'seats are')} open: wait, or choose a bot or a lock for ${
      open === 1 ? 'it' : 'them'
    }.`;
  }
  const unsure = snapshot.seats.flatMap((info, seat) =>
    info.asked && info.present && !snapshot.table.yours.includes(seat) ? [info.name ?? ''] : [],
  );
  if (unsure.length) return `Waiting for ${listed(unsure)} to agree to the changes.`;
  return players(snapshot) < 2 ? 'A game needs two players or more.' : null;
}

/** What everybody waits for. */
export function awaited(snapshot: TableSnapshot): string {
  const open = openSeats(snapshot).length;
  if (open) return `${counted(open, 'seat')} still open`;
  const missing = snapshot.seats.flatMap((info) =>
    info.kind.type === 'human' && !(info.present || info.ready) ? [info.name ?? ''] : [],
  );
  if (missing.length) return `Waiting for ${listed(missing)}`;
  const unsure = snapshot.seats.flatMap(({ asked, name }) => (asked && name ? [name] : []));
  if (unsure.length) return `Waiting for ${listed(unsure)} to agree to the changes`;
  return snapshot.options.start === 'by_host' ? 'Everybody is here' : 'The game begins';
}

/** Whether nobody else is awaited, so that the game begins before one could read this page. */
export function beginsAtOnce(snapshot: TableSnapshot): boolean {
  const { table, seats, options } = snapshot;
  if (options.start !== 'when_full' || !table.yours.length) return false;
  return seats.every(({ kind }, seat) => kind.type === 'bot' || table.yours.includes(seat));
}
