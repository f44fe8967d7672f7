/** The worker: it has the module and the games, and serves the pages' connections to them. */

import { problemOf, ProblemError } from '../problem';
import type { ClientMessage, Problem, ServerMessage } from '../protocol';
import type { Call } from '../protocol/module';
import type { Reply, RequestId, RoomRequest } from '../protocol/room';
import { PROTOCOL } from '../protocol/version';
import { chat, createGame, loadGame } from './games';
import type { Answer, Question, Ways } from '../transport/transport';
import type { FromWorker, InWorker, ToWorker, WorkerQuestion } from './messages';
import { Missing, Module } from './module';
import { newNames } from './names';
import { LocalTable, OWNER, summaries, type TableEvents } from './table';

/** How many of the latest lines of the chat a replay has. */
const SAID = 500;

/** The pages of a browser tell each other here that a table has moved on. */
const NEWS = new BroadcastChannel('brickwood.local');

let loading: Promise<Module> | null = null;
const tables = new Map<string, LocalTable>();
/** The table of each connection. */
const connections = new Map<number, string>();
/** Who waits for the reply to a request. */
const callers = new Map<RequestId, (result: Parameters<TableEvents['reply']>[1]) => void>();
let nextRequest = 0;

onmessage = ({ data }: MessageEvent<ToWorker>) => {
  switch (data.type) {
    case 'load':
      loading = Module.from(fetch(data.module));
      loading.catch((error: unknown) => {
        if (error instanceof Missing) tell({ type: 'missing' });
        else broken(error);
      });
      break;
    case 'ask':
      void answer(data.key, data.question);
      break;
    case 'open':
      connections.set(data.connection, data.table);
      tell({ type: 'opened', connection: data.connection });
      break;
    case 'say':
      void hear(data.connection, data.text).catch(broken);
      break;
    case 'close':
      leave(data.connection);
      break;
  }
};

NEWS.onmessage = ({ data }: MessageEvent<unknown>) => {
  if (typeof data === 'string') tables.get(data)?.handle({ type: 'hint' });
};

function tell(message: FromWorker): void {
  postMessage(message);
}

function broken(error: unknown): void {
  tell({ type: 'broken', why: String(error) });
}

async function answer(key: number, question: WorkerQuestion): Promise<void> {
  try {
    tell({ type: 'answer', key, answer: await work(question) });
  } catch (error) {
    // The page has been told of that, and answers all that was asked.
    if (!(error instanceof Missing)) tell({ type: 'problem', key, problem: problemOf(error) });
  }
}

/** What the module is asked as it is. */
async function inModule<C extends Call>(call: C) {
  return (await loaded()).call(call);
}

const WORK: Ways<InWorker> = {
  editions: inModule,
  bots: inModule,
  check: inModule,
  board: inModule,
  draft: inModule,
  fill: inModule,
  create: async ({ order }) => {
    const module = await loaded();
    const names = newNames();
    const game = module.call({
      type: 'create',
      order,
      host: OWNER,
      names,
      now_ms: Date.now(),
    });
    const created = await createGame(game, summaries(module));
    if ('Err' in created) throw new Error('the game could not be stored');
    return { id: names.id };
  },
  replay: async ({ type, table }) =>
    (await loaded()).call({ type, game: await stored(table), chat: await chat(table, 0, SAID) }),
  record: async ({ type, table }) => (await loaded()).call({ type, game: await stored(table) }),
  statistics: async ({ type, table }) => (await loaded()).call({ type, game: await stored(table) }),
  replay_record: inModule,
  statistics_of_record: inModule,
  analyse: inModule,
  advise: inModule,
  exercise: inModule,
  reconsider: inModule,
  look: inModule,
  rematch: async ({ type, table }) => {
    const reply = await request(table, { type, person: OWNER });
    if (reply === 'done') throw new Error('the next table has no id');
    return { id: reply.table };
  },
  join: ({ type, table, name, seat }) => request(table, { type, person: OWNER, name, seat }),
  set_up: ({ type, table, order }) => request(table, { type, person: OWNER, order }),
};

function work<T extends keyof InWorker>(
  question: Question<InWorker, T>,
): Promise<Answer<InWorker, T>> {
  const asked: (question: Question<InWorker, T>) => Promise<Answer<InWorker, T>> =
    WORK[question.type];
  return asked(question);
}

async function stored(table: string) {
  const game = await loadGame(table);
  if (!game) throw noSuchTable();
  return game;
}

/** Asks a table for something, and waits for its reply. */
async function request(table: string, request: RoomRequest): Promise<Reply> {
  const open = await tableOf(table);
  const id = nextRequest++;
  const replied = new Promise<Reply>((resolve, reject) => {
    callers.set(id, (result) => {
      if ('Ok' in result) resolve(result.Ok);
      else reject(new ProblemError(result.Err));
    });
  });
  open.handle({ type: 'request', id, request });
  return replied.finally(() => {
    closeIfEmpty(table);
  });
}

/** Does what the socket of a server does: the greeting and the heartbeat are not the table's business. */
async function hear(connection: number, text: string): Promise<void> {
  const id = connections.get(connection);
  if (id === undefined) return;
  const message = JSON.parse(text) as ClientMessage;
  if (message.type === 'beat') {
    say(connection, { type: 'beat', now_ms: Date.now() });
    return;
  }
  const table = await tableOf(id);
  if (message.type !== 'hello') {
    table.handle({ type: 'say', connection, message, too_many: false });
    return;
  }
  if (message.protocol !== PROTOCOL) {
    hangUp(connection);
    return;
  }
  const request = nextRequest++;
  callers.set(request, (result) => {
    if ('Ok' in result) return;
    say(connection, { type: 'refused', key: null, problem: result.Err });
    hangUp(connection);
  });
  const { after } = message;
  table.handle({
    type: 'request',
    id: request,
    request: { type: 'connect', connection, person: OWNER, after, spectators: 0 },
  });
}

function leave(connection: number): void {
  const table = connections.get(connection);
  if (table === undefined) return;
  connections.delete(connection);
  tables.get(table)?.handle({ type: 'leave', connection });
  closeIfEmpty(table);
}

/** The table's side ends a connection. */
function hangUp(connection: number): void {
  tell({ type: 'closed', connection });
  leave(connection);
}

async function tableOf(id: string): Promise<LocalTable> {
  const module = await loaded();
  const open = tables.get(id);
  if (open) return open;
  const table = new LocalTable(id, module, {
    message: say,
    closed: (connection) => {
      tell({ type: 'closed', connection });
      connections.delete(connection);
    },
    reply: (key, result) => {
      callers.get(key)?.(result);
      callers.delete(key);
    },
    report: (text) => {
      // eslint-disable-next-line no-console
      console.error(text);
    },
    broken,
    stored: () => {
      NEWS.postMessage(id);
    },
  });
  tables.set(id, table);
  return table;
}

/** Forgets a table that nobody looks at, once it has nothing more to do. */
function closeIfEmpty(id: string): void {
  const table = tables.get(id);
  if (!table || [...connections.values()].includes(id)) return;
  if (!table.isIdle) {
    setTimeout(() => {
      closeIfEmpty(id);
    }, 100);
    return;
  }
  table.stop();
  tables.delete(id);
}

function say(connection: number, message: ServerMessage): void {
  tell({ type: 'text', connection, text: JSON.stringify(message) });
}

function loaded(): Promise<Module> {
  return loading ?? Promise.reject(new Error('the module is not named yet'));
}

function noSuchTable(): ProblemError {
  const problem: Problem = {
    code: 'no_such_table',
    clause: null,
    message: 'no_such_table',
    details: [],
    line: null,
  };
  return new ProblemError(problem);
}
