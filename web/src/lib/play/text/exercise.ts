/** A question in words, with all that the view says: one file to load, when somebody wants it. */

import { loadMessages } from '../../base/language/messages';
import TextExercise from './TextExercise.svelte';

/** Loads what it says. */
export async function loadTextExercise(): Promise<typeof TextExercise> {
  await loadMessages('text');
  return TextExercise;
}
