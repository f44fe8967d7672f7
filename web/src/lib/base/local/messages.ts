/** What a page and its worker tell each other. */

import type { AnyProblem } from '../problem';
import type { InBrowser, Question } from '../transport/transport';

/** What the worker answers; the rest, the page does by itself. */
export type InWorker = Omit<InBrowser, 'tables' | 'delete' | 'me' | 'rename'>;
export type WorkerQuestion = Question<InWorker>;

/** From the page. */
export type ToWorker =
  /** Where the module is. The first message. */
  | { type: 'load'; module: string }
  | { type: 'ask'; key: number; question: WorkerQuestion }
  | { type: 'open'; connection: number; table: string }
  | { type: 'say'; connection: number; text: string }
  | { type: 'close'; connection: number };

/** From the worker. */
export type FromWorker =
  | { type: 'answer'; key: number; answer: unknown }
  | { type: 'problem'; key: number; problem: AnyProblem }
  | { type: 'opened'; connection: number }
  | { type: 'text'; connection: number; text: string }
  | { type: 'closed'; connection: number }
  /** The module is not where the page was built to find it. */
  | { type: 'missing' }
  /** The worker is of no use any more. */
  | { type: 'broken'; why: string };
