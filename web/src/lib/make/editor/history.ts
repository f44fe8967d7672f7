/** What was drawn before, to be taken back and done again. */

import type { Draft } from './draft';

/** More steps than anybody takes back. */
const MOST = 300;

export interface History {
  readonly past: readonly Draft[];
  readonly present: Draft;
  readonly future: readonly Draft[];
}

export function begin(present: Draft): History {
  return { past: [], present, future: [] };
}

/** Goes on with another draft. `along` makes it one step with the last change, as a stroke is. */
export function change(history: History, present: Draft, along = false): History {
  if (present === history.present) return history;
  const past = along ? history.past : [...history.past, history.present].slice(-MOST);
  return { past, present, future: [] };
}

export function undo(history: History): History {
  const before = history.past.at(-1);
  if (!before) return history;
  const future = [history.present, ...history.future];
  return { past: history.past.slice(0, -1), present: before, future };
}

export function redo(history: History): History {
  const [next, ...future] = history.future;
  if (!next) return history;
  return { past: [...history.past, history.present], present: next, future };
}
