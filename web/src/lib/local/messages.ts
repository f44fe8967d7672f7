/** What a page and its worker tell each other. */

import type { AnyProblem } from '../problem';
import type { BoardOrder, DraftOrder, FillOrder, NewTable, Seat, SetUpOrder } from '../protocol';

/** A question that has one answer. */
export type Ask =
  | { type: 'editions' }
  | { type: 'bots' }
  | { type: 'check'; order: NewTable }
  | { type: 'board'; order: BoardOrder }
  | { type: 'draft'; order: DraftOrder }
  | { type: 'fill'; order: FillOrder }
  | { type: 'create'; order: NewTable }
  | { type: 'replay'; table: string }
  | { type: 'replay_record'; record: string }
  | { type: 'record'; table: string }
  | { type: 'statistics'; table: string }
  | { type: 'statistics_of_record'; record: string }
  | { type: 'analyse'; record: string; from: number; count: number }
  | { type: 'advise'; record: string; steps: number; seat: Seat }
  | { type: 'rematch'; table: string }
  | { type: 'join'; table: string; name: string; seat: Seat | null }
  | { type: 'set_up'; table: string; order: SetUpOrder };

/** From the page. */
export type ToWorker =
  /** Where the module is. The first message. */
  | { type: 'load'; module: string }
  | { type: 'ask'; key: number; ask: Ask }
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
  /** The worker is of no use any more. */
  | { type: 'broken'; why: string };
