/** The messages about problems: few visitors meet one, so they are loaded when the first is shown. */

import { loadMessages } from './messages';

let loaded = $state(false);

/** Has the messages loaded. What is shown without them is shown again once they are here. */
export function wantProblems(): void {
  if (!loaded) void loadProblems();
}

/** Loads the messages, for what is worded once. Without a line it does without. */
export async function loadProblems(): Promise<void> {
  try {
    await loadMessages('problems');
    loaded = true;
  } catch {
    // The next problem asks for them again.
  }
}
