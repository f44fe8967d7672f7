/** The seats of a table that gathers its players, in words, and what stands against its beginning. */

import { isOpen, openSeats, type TableSnapshot } from '../../play/game/snapshot';
import { capitalized, listed } from '../../base/language/format';
import { t } from '../../base/language/messages';
import type { Seat } from '../../base/protocol';
import { botWords } from '../../base/levels';

/** What is known of whoever a seat is for, in a word or two. */
export function seatStatus({ seats, table }: TableSnapshot, seat: Seat): string {
  const info = seats[seat];
  switch (info?.kind.type) {
    case 'bot':
      return capitalized(botWords(info.kind.level));
    case 'locked':
      return t('seats.locked');
    case 'local': {
      if (table.yours.includes(seat)) return t('seats.choiceHere');
      const name = seats[info.device_of ?? -1]?.name;
      return name ? t('seats.onDeviceOf', { name }) : t('seats.onSomeDevice');
    }
    case 'human':
      if (isOpen(info)) return t('seats.open');
      if (!info.present) return t('seats.notHere');
      if (info.asked) return t('seats.consentMissing');
      return info.ready ? t('seats.ready') : t('seats.joining');
    case undefined:
      return '';
  }
}

/** How many play as the seats are now. */
export function players(snapshot: TableSnapshot): number {
  return snapshot.seats.filter(({ kind }) => kind.type !== 'locked').length;
}

/** Why the host cannot begin yet; null where the host can. */
export function startBlocker(snapshot: TableSnapshot): string | null {
  const open = openSeats(snapshot).length;
  if (open && !snapshot.options.bots_after) return t('lobby.openSeatsHinder', { count: open });
  // Where the coach helps everybody, or the game is rated, those who are away have to agree, too.
  const { coach, rated } = snapshot.options;
  const all = rated === true || coach === 'everybody';
  const unsure = snapshot.seats.flatMap((info, seat) =>
    info.asked && (all || info.present) && !snapshot.table.yours.includes(seat)
      ? [info.name ?? '']
      : [],
  );
  if (unsure.length) return t('lobby.consentHinders', { names: listed(unsure) });
  const unready = snapshot.seats.flatMap(({ kind, ready, name }) =>
    rated && kind.type === 'human' && !ready ? [name ?? ''] : [],
  );
  if (unready.length) return t('lobby.readyHinders', { names: listed(unready) });
  return players(snapshot) < 2 ? t('lobby.tooFewHinder') : null;
}

/** Who sits here and is away, by name: whoever begins now begins without them. */
export function away({ seats, table }: TableSnapshot): string[] {
  return seats.flatMap(({ kind, name, present }, seat) =>
    kind.type === 'human' && name !== null && !present && !table.yours.includes(seat) ? [name] : [],
  );
}

/** What everybody waits for. */
export function awaited(snapshot: TableSnapshot): string {
  const open = openSeats(snapshot).length;
  if (open) return t('lobby.seatsOpen', { count: open });
  const missing = snapshot.seats.flatMap((info) =>
    info.kind.type === 'human' && !(info.present || info.ready) ? [info.name ?? ''] : [],
  );
  if (missing.length) return t('lobby.waitingFor', { names: listed(missing) });
  const unsure = snapshot.seats.flatMap(({ asked, name }) => (asked && name ? [name] : []));
  if (unsure.length) return t('lobby.waitingForConsent', { names: listed(unsure) });
  return snapshot.options.start === 'by_host' ? t('lobby.everybodyHere') : t('lobby.begins');
}
