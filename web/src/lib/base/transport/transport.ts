/** How the page reaches its tables: on a server, or in this browser. What can be asked is the same. */

import type { Answers, Calls } from '../local/module';
import type { Created, JoinTable, Me, NewTable, SetUpOrder, TableSummary } from '../protocol';

/** Kinds of questions, each with what the question is about and what is answered. */
type Exchanges<E> = { readonly [T in keyof E]: readonly [about: object, answer: unknown] };

/** A question of some kind. */
export type Question<E extends Exchanges<E>, T extends keyof E = keyof E> = {
  [Kind in T]: { readonly type: Kind } & E[Kind][0];
}[T];

/** What is answered to a kind of question. */
export type Answer<E extends Exchanges<E>, T extends keyof E> = E[T][1];

/** How each kind of question is answered. */
export type Ways<E extends Exchanges<E>> = {
  readonly [T in keyof E]: (question: Question<E, T>) => Promise<Answer<E, T>>;
};

/** What the module is called for, and answers. */
type OfModule<T extends keyof Calls> = [Calls[T], Answers[T]];

/** What is answered anywhere. A question with a `table` goes to where that is kept. */
export interface Anywhere {
  /** The editions with their presets, the default first. */
  editions: OfModule<'editions'>;
  /** The bots that can take a seat. */
  bots: OfModule<'bots'>;
  /** Whether such a table could be created. */
  check: [{ order: NewTable }, unknown];
  /** What a board is like that does not depend on a table's secret. */
  board: OfModule<'board'>;
  /** What is to be said of a board that is being drawn. */
  draft: OfModule<'draft'>;
  /** The rest of a drawn board at random. */
  fill: OfModule<'fill'>;
  /** Creates a table, with the caller on its first human seat. */
  create: [{ order: NewTable }, Created];
  /** The caller's tables, newest first. */
  tables: [object, TableSummary[]];
  /** A finished game, step by step. */
  replay: [{ table: string }, Answers['replay']];
  replay_record: OfModule<'replay_record'>;
  /** A finished game, as text. */
  record: [{ table: string }, Answers['record']];
  /** What was counted in a finished game, or in that of a record as far as it was played. */
  statistics: [{ table: string }, Answers['statistics']];
  statistics_of_record: OfModule<'statistics_of_record'>;
  /** Takes an open seat: the first, or a certain one. */
  join: [{ table: string } & JoinTable, unknown];
  /** Sets a table up in another way, as its host, before the game begins. */
  set_up: [{ table: string; order: SetUpOrder }, unknown];
  /** Sets the same people and options up again. */
  rematch: [{ table: string }, Created];
  /** What is known of the caller. */
  me: [object, Me];
  /** Has the caller's name remembered. */
  rename: [Me, unknown];
}

/** What is told of records and positions, by this browser or a server. */
export interface Study {
  /** What the coach advises a seat after so many steps of a record. */
  advise: OfModule<'advise'>;
  /** A decision of the viewer of a view, between some actions; all of them in notation. */
  exercise: OfModule<'exercise'>;
  /** The choice that a step of a record was, from 1, again: with reasons, it is played on, which takes a while. */
  reconsider: OfModule<'reconsider'>;
  /** What a bot compared in the decision that a step of a record was, from 1, and what it believed. */
  look: OfModule<'look'>;
}

/** What this browser answers besides. */
export interface InBrowser extends Anywhere, Study {
  /**
   * What the next steps of a record were worth: to all, or as far as some seats decided them. A server tells all of them,
   * one after the other.
   */
  analyse: OfModule<'analyse'>;
  /** Forgets a game for good. */
  delete: [{ table: string }, unknown];
}

/** What a line to a table needs of a WebSocket. */
export type Socket = Pick<WebSocket, 'send' | 'close' | 'readyState'> & {
  onopen: ((event: Event) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
};

/** A way to tables. */
export interface Transport<E extends Anywhere & Exchanges<E> = Anywhere> {
  /** Asks something. Whatever goes wrong is a `ProblemError`. */
  ask<T extends keyof E>(question: Question<E, T>): Promise<Answer<E, T>>;
  /** Opens a line to a table. */
  connect(table: string): Socket;
}
