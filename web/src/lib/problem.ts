/** Why something cannot be done: what the server refuses, or what the page itself runs into. */

import type { Problem } from './protocol';

/** What the page runs into without an answer of the server. */
export interface LocalProblem {
  /** No connection, no answer, an answer of something before the server, or a fault of the page. */
  readonly code: 'offline' | 'unreachable' | 'http' | 'unknown';
  readonly clause: null;
  readonly message: string;
  readonly details: string[];
  readonly line: null;
}

export type AnyProblem = Problem | LocalProblem;

/** A problem of the page itself. */
export function localProblem(code: LocalProblem['code'], message: string): LocalProblem {
  return { code, clause: null, message, details: [], line: null };
}
