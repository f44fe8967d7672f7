/** What the table answers to something typed. */

/** An answer: sentences, each a line of its own. */
export interface Reply {
  readonly lines: readonly string[];
  /** The clause of the rules that says so; null where none does. */
  readonly clause: string | null;
  /** Whether it says that something was not done. */
  readonly isProblem: boolean;
}

/** What is asked before something is done that cannot be taken back. */
export interface Question {
  readonly ask: string;
  readonly run: () => void;
}

/** An answer of one sentence. */
export function reply(line: string, clause: string | null = null): Reply {
  return { lines: [line], clause, isProblem: false };
}

/** An answer of several lines. */
export function replies(lines: readonly string[]): Reply {
  return { lines, clause: null, isProblem: false };
}

/** That something was not done, and why. */
export function refusal(line: string, clause: string | null = null): Reply {
  return { lines: [line], clause, isProblem: true };
}

/** Nothing to say: what was done is told as all that happens is. */
export const NOTHING: Reply = { lines: [], clause: null, isProblem: false };
