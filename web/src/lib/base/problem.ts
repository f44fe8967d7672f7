/** Why something cannot be done: what the server refuses, or what the page itself runs into. */

import type { Problem } from './protocol';

/** What the page runs into without an answer of the server. */
type LocalReason =
  /** No connection, or no answer. */
  | { readonly code: 'offline' | 'unreachable' }
  /** What only a server can do, where there is none; or what the page lacks to do without. */
  | { readonly code: 'friends_need_server' | 'cannot_play_here' }
  /** An answer of something before the server. */
  | { readonly code: 'http'; readonly arguments: { readonly status: number } }
  /** A fault of the page, which the browser words. */
  | { readonly code: 'unknown' };

export type LocalProblem = LocalReason & {
  readonly clause: null;
  readonly message: string;
  readonly details: string[];
  readonly line: null;
};

export type AnyProblem = Problem | LocalProblem;

/** Something that was refused, or that could not be asked. */
export class ProblemError extends Error {
  constructor(readonly problem: AnyProblem) {
    super(problem.message || problem.code);
    this.name = 'ProblemError';
  }
}

/** What to tell people of anything that was thrown. */
export function problemOf(error: unknown): AnyProblem {
  if (error instanceof ProblemError) return error.problem;
  const message = error instanceof Error ? error.message : String(error);
  return localProblem({ code: 'unknown' }, message);
}

/** A problem of the page itself. */
export function localProblem(reason: LocalReason, message = ''): LocalProblem {
  return { ...reason, clause: null, message, details: [], line: null };
}
