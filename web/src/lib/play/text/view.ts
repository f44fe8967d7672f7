/** The text view with all that it says: one file to load, when somebody wants it. */

import { loadMessages } from '../../base/language/messages';
import TextView from './TextView.svelte';

/** A table in words, with what it says. */
export async function loadTextView(): Promise<typeof TextView> {
  await loadMessages('text', 'narration', 'switches');
  return TextView;
}
