/** Keeping apart from somebody for good. */

import type { Chat } from '../../play/chat/chat.svelte';
import type { Seat } from '../../base/protocol';
import * as moderationEndpoints from '../../base/protocol/endpoints/moderation';
import { request } from '../../base/transport';

/** Whether somebody loses their seat when the reader blocks them: at a table of the reader's that has not begun. */
export function removesToo(chat: Chat, seat: Seat): boolean {
  const { snapshot } = chat.store;
  const isTheirs = snapshot?.seats[seat]?.kind.type === 'human';
  return snapshot !== null && snapshot.host && !snapshot.started && isTheirs;
}

/** Blocks whoever has a seat. What they have said goes, too, and their seat where the table is the reader's. */
export async function block(chat: Chat, seat: Seat, name: string): Promise<void> {
  const removes = removesToo(chat, seat);
  await request(moderationEndpoints.block, { body: { table: chat.store.id, seat } });
  if (!chat.isMuted(name)) chat.toggle(name);
  if (removes) await chat.store.do('seat', seat, { type: 'open' });
}
