/** The games that are kept in this browser, in its database. */

import type { ChatLine, TableSummary } from '../protocol';

/** What is kept of a game beside its lines. The texts are for the module alone. */
export interface Documents {
  setup?: string;
  people?: string;
  summary: TableSummary;
}

/** A game as the module wants it. */
export interface StoredGame {
  setup: string;
  people: string;
  rematch: string | null;
  lines: string[];
}

interface Row {
  id: string;
  setup: string;
  people: string;
  rematch: string | null;
  summary: TableSummary;
  /** The number of its last line. */
  head: number;
}

/** What has become of an append. */
export type Appended = { type: 'done' } | { type: 'conflict'; head: number } | { type: 'gone' };
/** What has become of a new game. */
export type Created = { type: 'done' } | { type: 'exists' } | { type: 'other'; id: string };

const NAME = 'brickwood';
const VERSION = 1;
const GAMES = 'games';
const LINES = 'lines';
const CHAT = 'chat';
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
  const lines = done(transaction.objectStore(LINES).getAll(linesAfter(id, after)));
  const found = await row;
  if (!found || found.head < after) return null;
  const { setup, people, rematch } = found;
  return { setup, people, rematch, lines: (await lines) as string[] };
}

/** Keeps a new game. */
export function createGame(
  id: string,
  { setup = '', people = '', summary }: Documents,
  rematchOf: string | null,
): Promise<Created> {
  return write([GAMES], async (stores) => {
    const games = stores(GAMES);
    if (await done(games.getKey(id))) return { type: 'exists' };
    if (rematchOf !== null) {
      const before = await done(games.get(rematchOf) as IDBRequest<Row | undefined>);
      if (before?.rematch) return { type: 'other', id: before.rematch };
      if (before) games.put({ ...before, rematch: id });
    }
    games.put({ id, setup, people, rematch: null, summary, head: 0 } satisfies Row);
    return { type: 'done' };
  });
}

/**
 * Appends lines to a game, on the condition that its log ends where they begin. Once this resolves,
 * they are on the disk.
 */
export function appendLines(
  id: string,
  first: number,
  lines: readonly string[],
  documents: Documents,
): Promise<Appended> {
  return write([GAMES, LINES], async (stores) => {
    const games = stores(GAMES);
    const row = await done(games.get(id) as IDBRequest<Row | undefined>);
    if (!row) return { type: 'gone' };
    if (row.head !== first - 1) return { type: 'conflict', head: row.head };
    const log = stores(LINES);
    lines.forEach((line, index) => log.put(line, [id, first + index]));
    games.put({ ...row, ...documents, head: row.head + lines.length });
    return { type: 'done' };
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
export function say(id: string, said: Omit<ChatLine, 'number'>): Promise<ChatLine> {
  return write([CHAT], async (stores) => {
    const chat = stores(CHAT);
    const last = await done(chat.openKeyCursor(linesAfter(id, 0), 'prev'));
    const key = last?.key as [string, number] | undefined;
    const line: ChatLine = { ...said, number: (key?.[1] ?? 0) + 1 };
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
