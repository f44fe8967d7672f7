/** The coach beside a finished game, with all that it says: one file to load. */

import { loadMessages } from '../../base/language/messages';
import PastCoach from './PastCoach.svelte';

/** Loads what it says. */
export async function loadPastCoach(): Promise<typeof PastCoach> {
  await loadMessages('coach');
  return PastCoach;
}
