/** The command line of the set-up page. Loaded on demand. */

import { loadMessages } from '../../base/language/messages';
import SetupLine from './SetupLine.svelte';

/** Loads its messages. */
export async function loadSetupLine(): Promise<typeof SetupLine> {
  await loadMessages('text');
  return SetupLine;
}
