/** The worker: it has the module and the games, and serves the pages' connections to them. */

import { problemOf, ProblemError } from '../problem';
import type { Problem, ServerMessage } from '../protocol';
import { PROTOCOL } from '../protocol/version';
import { chat, createGame, loadGame, type Documents } from './games';
import type { FromWorker, ToWorker, WorkerQuestion } from './messages';
import { Module } from './module';
import { newNames } from './names';
import { LocalTable } from './table';

interface Caller {
  resolve: (table: string | null) => void;
  reject: (problem: Problem) => void;
}

/** How many of the latest lines of the chat a replay has. */
const SAID = 500;

/** The pages of a browser tell each other here that a table has moved on. */
const NEWS = new BroadcastChannel('brickwood.local');

let loading: Promise<Module> | null = null;
const tables = new Map<string, LocalTable>();
/** The table of each connection. */
const connections = new Map<number, string>();
/** Who waits for the reply to a request. */
const callers = new Map<number, Caller>();
let nextRequest = 0;

onmessage = ({ data }: MessageEvent<ToWorker>) => {
  switch (data.type) {
    case 'load':
      loading = Module.from(fetch(data.module));
      loading.catch(broken);
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
    tell({ type: 'problem', key, problem: problemOf(error) });
  }
}

async function work(ask: WorkerQuestion): Promise<unknown> {
  const module = await loaded();
  switch (ask.type) {
    case 'editions':
    case 'bots':
      return module.call({ call: ask.type });
    case 'check':
    case 'board':
    case 'draft':
    case 'fill':
      return module.call({ call: ask.type, order: ask.order });
    case 'create': {
      const { id, documents } = module.call<{ id: string; documents: Documents }>({
        call: 'create',
        order: ask.order,
        names: newNames(),
        now_ms: Date.now(),
      });
      const created = await createGame(id, documents, null);
      if (created.type !== 'done') throw new Error('the game could not be stored');
      return { id };
    }
    case 'replay': {
      const game = await stored(ask.table);
      return module.call({ call: ask.type, game, chat: await chat(ask.table, 0, SAID) });
    }
    case 'record':
    case 'statistics':
      return module.call({ call: ask.type, game: await stored(ask.table) });
    case 'replay_record':
    case 'statistics_of_record':
      return module.call({ call: ask.type, record: ask.record });
    case 'analyse':
      return module.call({
        call: 'analyse',
        record: ask.record,
        from: ask.from,
        count: ask.count,
      });
    case 'advise':
      return module.call({
        call: 'advise',
        record: ask.record,
        steps: ask.steps,
        seat: ask.seat,
      });
    case 'rematch':
      return { id: await request(ask.table, { type: 'rematch' }) };
    case 'join':
      return request(ask.table, { type: 'join', name: ask.name, seat: ask.seat });
    case 'set_up':
      return request(ask.table, { type: 'set_up', order: ask.order });
  }
}

async function stored(table: string) {
  const game = await loadGame(table);
  if (!game) throw noSuchTable();
  return game;
}

/** Asks a table for something, and waits for its reply. */
async function request(
  table: string,
  input: { type: string; [field: string]: unknown },
): Promise<string | null> {
  const open = await tableOf(table);
  const key = nextRequest++;
  const replied = new Promise<string | null>((resolve, reject) => {
    callers.set(key, {
      resolve,
      reject: (problem) => {
        reject(new ProblemError(problem));
      },
    });
  });
  open.handle({ ...input, request: key });
  return replied.finally(() => {
    closeIfEmpty(table);
  });
}

/** Does what the socket of a server does: the greeting and the heartbeat are not the table's business. */
async function hear(connection: number, text: string): Promise<void> {
  const id = connections.get(connection);
  if (id === undefined) return;
  const message = JSON.parse(text) as { type: string; protocol?: number; after?: number | null };
  if (message.type === 'beat') {
    say(connection, { type: 'beat', now_ms: Date.now() });
    return;
  }
  const table = await tableOf(id);
  if (message.type !== 'hello') {
    table.handle({ type: 'say', connection, text });
    return;
  }
  if (message.protocol !== PROTOCOL) {
    hangUp(connection);
    return;
  }
  const key = nextRequest++;
  callers.set(key, {
    resolve: () => undefined,
    reject: (problem) => {
      say(connection, { type: 'refused', key: null, problem });
      hangUp(connection);
    },
  });
  table.handle({ type: 'connect', request: key, connection, after: message.after ?? null });
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
    text: (connection, text) => {
      tell({ type: 'text', connection, text });
    },
    closed: (connection) => {
      tell({ type: 'closed', connection });
      connections.delete(connection);
    },
    reply: (key, next, problem) => {
      const caller = callers.get(key);
      callers.delete(key);
      if (problem) caller?.reject(problem);
      else caller?.resolve(next);
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
