/** A finished game in words, with all that the view says: one file to load, when somebody wants it. */

import { loadMessages } from '../../base/language/messages';
import TextReplay from './TextReplay.svelte';

/** Loads what it says. */
export async function loadTextReplay(): Promise<typeof TextReplay> {
  await loadMessages('text');
  return TextReplay;
}
