/** Problems in the words of the page. */

import { problemWords } from './language/problems.svelte';
import type { AnyProblem } from './problem';
import { coded } from './problems/coded';

/**
 * A problem in the words of the page. The words for what a server finds are loaded when the first such problem is
 * shown. Until then, and for what this page does not know, it is said in those of the server, which are English.
 */
export function problemText(problem: AnyProblem): string {
  return worded(problem) ?? problem.message;
}

/** The language of a problem's text where it is not that of the page, for `lang`. */
export function problemLanguage(problem: AnyProblem): 'en' | undefined {
  return worded(problem) === null ? 'en' : undefined;
}

function worded(problem: AnyProblem): string | null {
  const values = 'arguments' in problem ? problem.arguments : {};
  try {
    // What the page itself runs into can be said without a line.
    return coded(['connection'], problem.code, values) ?? problemWords()?.inWords(problem) ?? null;
  } catch {
    // A server of another version may bring other arguments.
    return null;
  }
}
