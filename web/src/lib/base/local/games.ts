/** The games that are kept in this browser, in its database. */

import type { ChatLine, TableSummary } from '../protocol';
import type {
  Answer,
  Append,
  LogRecord,
  NewGame,
  NewLine,
  Outline,
  People,
  Setup,
  StoredGame,
} from '../protocol/room';

/** What a list of games tells of one: the module says it. */
export type Summarize = (setup: Setup, people: People, outline: Outline) => TableSummary;

/** What has become of an append or a new game. */
type Kept<T extends Answer['answer']> = Extract<Answer, { answer: T }>['result'];

interface Row {
  id: string;
  setup: Setup;
  people: People;
  rematch: string | null;
  summary: TableSummary;
  /** The number of its last line. */
  head: number;
}

const NAME = 'brickwood';
/** Up to version 1, games were kept as texts. */
const VERSION = 2;
const GAMES = 'games';
const LINES = 'lines';
const CHAT = 'chat';
/** The outline of a game that has not begun. */
const NEW: Outline = { progress: 'gathering', turn: 0, to_act: [], winners: [] };
type Name = typeof GAMES | typeof LINES | typeof CHAT;

let opened: Promise<IDBDatabase> | null = null;

/** All games, newest first. */
export async function listGames(): Promise<TableSummary[]> {
  const rows = await read([GAMES], (stores) => stores(GAMES).getAll() as IDBRequest<Row[]>);
  const summaries = rows.map(({ summary }) => summary);
  return summaries.sort((one, other) => other.created_ms - one.created_ms);
}

/** A game with the lines after this one; null where there is no such game, or its log is shorter. */
export async function loadGame(id: string, after = 0): Promise<StoredGame | null> {
  const database = await open();
  const transaction = database.transaction([GAMES, LINES]);
  const row = done(transaction.objectStore(GAMES).get(id) as IDBRequest<Row | undefined>);
  const lines = transaction.objectStore(LINES).getAll(linesAfter(id, after));
  const records = done(lines as IDBRequest<LogRecord[]>);
  const found = await row;
  if (!found || found.head < after) return null;
  const { setup, people, rematch } = found;
  return { setup, people, rematch, records: await records };
}

/** Keeps a new game. */
export function createGame(
  { setup, people, rematch_of }: NewGame,
  summarize: Summarize,
): Promise<Kept<'created'>> {
  const summary = summarize(setup, people, NEW);
  const { id } = summary;
  return write([GAMES], async (stores) => {
    const games = stores(GAMES);
    if (await done(games.getKey(id))) return { Err: 'exists' };
    if (rematch_of !== null) {
      const before = await done(games.get(rematch_of) as IDBRequest<Row | undefined>);
      if (before?.rematch) return { Err: { other_rematch: before.rematch } };
      if (before) games.put({ ...before, rematch: id });
    }
    games.put({ id, setup, people, rematch: null, summary, head: 0 } satisfies Row);
    return { Ok: null };
  });
}

/**
 * Appends lines to a game, on the condition that its log ends where they begin. Once this resolves,
 * they are on the disk.
 */
export function appendLines(
  id: string,
  append: Append,
  summarize: Summarize,
): Promise<Kept<'appended'>> {
  const { records, outline } = append;
  return write([GAMES, LINES], async (stores) => {
    const games = stores(GAMES);
    const row = await done(games.get(id) as IDBRequest<Row | undefined>);
    if (!row) return { Err: 'no_such_game' };
    const { head } = row;
    if (records[0]?.seq !== head + 1) return { Err: { conflict: { head } } };
    const log = stores(LINES);
    for (const record of records) log.put(record, [id, record.seq]);
    const setup = append.setup ?? row.setup;
    const people = append.people ?? row.people;
    const summary = summarize(setup, people, outline);
    games.put({ ...row, setup, people, summary, head: head + records.length } satisfies Row);
    return { Ok: null };
  });
}

/** Forgets a game for good. */
export function deleteGame(id: string): Promise<void> {
  return write([GAMES, LINES, CHAT], (stores) => {
    stores(GAMES).delete(id);
    stores(LINES).delete(linesAfter(id, 0));
    stores(CHAT).delete(linesAfter(id, 0));
    return Promise.resolve();
  });
}

/** Keeps a line of chat, and numbers it. */
export function say(id: string, { at_ms, seat, name, text }: NewLine): Promise<ChatLine> {
  return write([CHAT], async (stores) => {
    const chat = stores(CHAT);
    const last = await done(chat.openKeyCursor(linesAfter(id, 0), 'prev'));
    const key = last?.key as [string, number] | undefined;
    const line: ChatLine = { number: (key?.[1] ?? 0) + 1, at_ms, seat, name, text };
    chat.put(line, [id, line.number]);
    return line;
  });
}

/** The last lines of chat after this one, at most so many. */
export async function chat(id: string, after: number, limit: number): Promise<ChatLine[]> {
  const lines = await read(
    [CHAT],
    (stores) => stores(CHAT).getAll(linesAfter(id, after)) as IDBRequest<ChatLine[]>,
  );
  return lines.slice(-limit);
}

function linesAfter(id: string, after: number): IDBKeyRange {
  return IDBKeyRange.bound([id, after + 1], [id, Infinity]);
}

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      for (const old of [...request.result.objectStoreNames]) request.result.deleteObjectStore(old);
      request.result.createObjectStore(GAMES, { keyPath: 'id' });
      request.result.createObjectStore(LINES);
      request.result.createObjectStore(CHAT);
    };
    request.onerror = () => {
      reject(request.error ?? new Error('the database cannot be opened'));
    };
    request.onsuccess = () => {
      const database = request.result;
      // A later version of the page may want to change the database.
      database.onversionchange = () => {
        database.close();
        opened = null;
      };
      database.onclose = () => {
        opened = null;
      };
      resolve(database);
    };
  }).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

async function read<T>(
  names: Name[],
  ask: (stores: (name: Name) => IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const transaction = (await open()).transaction(names);
  return done(ask((name) => transaction.objectStore(name)));
}

/** Resolves once everything is on the disk. */
async function write<T>(
  names: Name[],
  work: (stores: (name: Name) => IDBObjectStore) => Promise<T>,
): Promise<T> {
  const database = await open();
  const transaction = database.transaction(names, 'readwrite', { durability: 'strict' });
  const completed = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => {
      resolve();
    };
    transaction.onabort = () => {
      reject(transaction.error ?? new Error('nothing was stored'));
    };
  });
  const [result] = await Promise.all([work((name) => transaction.objectStore(name)), completed]);
  return result;
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      resolve(request.result);
    };
    request.onerror = () => {
      reject(request.error ?? new Error('the database has failed'));
    };
  });
}
