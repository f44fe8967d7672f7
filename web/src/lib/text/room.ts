/** The command line of a table that gathers its players: one file to load, when somebody wants it. */

import { loadMessages } from '../language/messages';
import RoomLine from './RoomLine.svelte';

/** Loads what it says. */
export async function loadRoomLine(): Promise<typeof RoomLine> {
  await loadMessages('text');
  return RoomLine;
}
