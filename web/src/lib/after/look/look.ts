/** A look into the heads of the bots of a finished game, with all that it says: one file to load, when somebody wants it. */

import { loadMessages } from '../../base/language/messages';
import LookPanel from './LookPanel.svelte';
import { decisionAt, PastLook } from './past.svelte';
import { lookLines, seenBy } from './words';

/** Loads what it says, with what shows it and what tells it in words. */
export async function loadLook() {
  await loadMessages('look', 'coach', 'learn', 'statistics');
  return { LookPanel, PastLook, decisionAt, lookLines, seenBy };
}
