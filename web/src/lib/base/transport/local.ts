/** This browser: a worker has the module that plays, and the games that are kept here. */

import { available, running } from '../local/client';
import { deleteGame, listGames } from '../local/games';
import type { WorkerQuestion } from '../local/messages';
import { localProblem, ProblemError } from '../problem';
import type { Created, NewTable } from '../protocol';
import type { Answer, InBrowser, Question, Transport, Ways } from './transport';

export { available };

/** What the worker is asked as it is. */
async function inWorker<Q extends WorkerQuestion>(question: Q) {
  return running().ask(question);
}

const WAYS: Ways<InBrowser> = {
  editions: inWorker,
  bots: inWorker,
  check: inWorker,
  board: inWorker,
  draft: inWorker,
  fill: inWorker,
  create: ({ order }) => create(order),
  // The worker takes time to start.
  tables: () => (available ? listGames() : Promise.resolve([])),
  delete: ({ table }) => deleteGame(table),
  replay: inWorker,
  replay_record: inWorker,
  record: inWorker,
  statistics: inWorker,
  statistics_of_record: inWorker,
  analyse: inWorker,
  advise: inWorker,
  exercise: inWorker,
  reconsider: inWorker,
  look: inWorker,
  join: inWorker,
  set_up: inWorker,
  rematch: inWorker,
  // Only a server has to know who somebody is.
  me: () => Promise.resolve({ name: null }),
  rename: () => Promise.resolve(null),
};

export const local: Transport<InBrowser> = {
  ask<T extends keyof InBrowser>(question: Question<InBrowser, T>) {
    const asked: (question: Question<InBrowser, T>) => Promise<Answer<InBrowser, T>> =
      WAYS[question.type];
    return asked(question);
  },
  connect: (table) => running().connect(table),
};

/** Starts the worker, before anything is asked of it. */
export function prepare(): void {
  if (available) running();
}

/** Creates a table in this browser. */
async function create(order: NewTable): Promise<Created> {
  // Nobody comes to it from elsewhere.
  if (order.seats.filter(({ type }) => type === 'human').length > 1) {
    throw new ProblemError(localProblem({ code: 'friends_need_server' }));
  }
  // Nobody is waited for, and nobody else can see it.
  const options = { ...order.options, public: false, start: 'when_full' as const };
  const created = await running().ask({ type: 'create', order: { ...order, options } });
  // The browser may otherwise throw games away when its disk is full.
  void (navigator.storage as StorageManager | undefined)?.persist?.().catch(() => false);
  return created;
}
