/** The command line of the waiting room: one file to load, when somebody wants it. */

import { loadMessages } from '../../base/language/messages';
import RoomLine from './RoomLine.svelte';

/** Loads its messages. */
export async function loadRoomLine(): Promise<typeof RoomLine> {
  await loadMessages('text');
  return RoomLine;
}
