/** The words for problems: few visitors meet one, so they are loaded when the first is shown. */

import { loadMessages } from './messages';

type Words = typeof import('../problems/words');

let words = $state.raw<Words | null>(null);

/** The words, or null until they are loaded. What is shown without them is shown again once they are here. */
export function problemWords(): Words | null {
  if (!words) void loadProblems();
  return words;
}

/** Loads the words, for what is said once. Without a line it does without. */
export async function loadProblems(): Promise<void> {
  if (words) return;
  try {
    const [loaded] = await Promise.all([import('../problems/words'), loadMessages('problems')]);
    words = loaded;
  } catch {
    // The next problem asks for them again.
  }
}
