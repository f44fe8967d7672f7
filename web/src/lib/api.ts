/**
 * What goes over HTTP: creating, listing and joining tables. Where no server can be reached, this
 * browser does what it can by itself.
 */

import type { Socket } from './game/connection';
import { isLocal } from './local/id';
import { localProblem, ProblemError, type AnyProblem } from './problem';
import type {
  BoardOrder,
  BoardReport,
  BotLevel,
  Created,
  EditionInfo,
  JoinTable,
  Me,
  NewTable,
  Problem,
  Replay,
  Seat,
  SetUpOrder,
  TableSummary,
} from './protocol';
import { reach } from './reach.svelte';
import { STATIC } from './site';

type Local = typeof import('./local/api');

let local: Local | null = null;

/** Loads what plays in this browser. */
export async function loadLocal(): Promise<Local> {
  return (local ??= await import('./local/api'));
}

/** Asks the server; or this browser, where there is none or it cannot be reached. */
export async function askOr<T>(
  server: () => Promise<T>,
  here: (local: Local) => Promise<T>,
): Promise<T> {
  if (STATIC) return here(await loadLocal());
  try {
    return await server();
  } catch (error) {
    const own = reach.lost ? await loadLocal().catch(() => null) : null;
    if (!own?.available) throw error;
    return here(own);
  }
}

/** Creates a table, with the caller on its first human seat. */
export function createTable(order: NewTable): Promise<Created> {
  return askOr(
    () => request<Created>('POST', '/api/tables', order),
    (here) => here.createTable(order),
  );
}

/** Whether such a table could be created. */
export function checkTable(order: NewTable): Promise<void> {
  return askOr(
    () => request('POST', '/api/tables/check', order),
    (here) => here.checkTable(order),
  );
}

/** What a board is like that does not depend on a table's secret. */
export function reportOnBoard(order: BoardOrder): Promise<BoardReport> {
  return askOr(
    () => request<BoardReport>('POST', '/api/boards', order),
    (here) => here.reportOnBoard(order),
  );
}

/** Sets a table up in another way, as its host, before the game begins. */
export async function changeSetup(id: string, order: SetUpOrder): Promise<void> {
  if (isLocal(id)) return (await loadLocal()).changeSetup(id, order);
  await request<unknown>('PUT', `/api/tables/${encodeURIComponent(id)}/set-up`, order);
}

let asked: Promise<EditionInfo[]> | null = null;

/** The editions with their presets, the default first. They do not change while a page is open. */
export function editions(): Promise<EditionInfo[]> {
  asked ??= askOr(
    () => request<EditionInfo[]>('GET', '/api/editions'),
    (here) => here.editions(),
  ).catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

/** The bots that can take a seat here. */
export function bots(): Promise<BotLevel[]> {
  return askOr(
    () => request<BotLevel[]>('GET', '/api/bots'),
    (here) => here.bots(),
  );
}

/** A finished game, step by step. */
export async function replayOf(id: string): Promise<Replay> {
  if (isLocal(id)) return (await loadLocal()).replayOf(id);
  return request<Replay>('GET', `/api/tables/${encodeURIComponent(id)}/replay`);
}

/** A game from a record, step by step. */
export function replayRecord(record: string): Promise<Replay> {
  return askOr(
    () => request<Replay>('POST', '/api/replay', record),
    (here) => here.replayRecord(record),
  );
}

/** Where the record of a finished game is. */
export function recordPath(id: string): string {
  return `/api/tables/${encodeURIComponent(id)}/record`;
}

/** Saves the record of a finished game that is kept in this browser; a server's is a link. */
export function saveRecord(id: string, click: Event): void {
  if (!isLocal(id)) return;
  click.preventDefault();
  void loadLocal().then((here) => here.saveRecord(id));
}

/** The caller's tables, newest first, and those in this browser. */
export async function listTables(): Promise<TableSummary[]> {
  const [there, here] = await Promise.all([
    STATIC ? [] : request<TableSummary[]>('GET', '/api/tables').catch(() => []),
    loadLocal()
      .then((own) => own.listTables())
      .catch(() => []),
  ]);
  return [...here, ...there];
}

/** Public tables that wait for players, newest first. */
export function listLobby(): Promise<TableSummary[]> {
  return request<TableSummary[]>('GET', '/api/lobby');
}

/** The table that waits for players under a code. */
export function tableOfCode(code: string): Promise<Created> {
  return request<Created>('GET', `/api/codes/${encodeURIComponent(code.trim())}`);
}

/** What the server knows of the caller. */
export function me(): Promise<Me> {
  return STATIC ? Promise.resolve({ name: null }) : request<Me>('GET', '/api/me');
}

/** Has the caller's name remembered. */
export async function rename(name: string): Promise<void> {
  const body: Me = { name };
  if (!STATIC) await request<unknown>('PUT', '/api/me', body);
}

/** Takes an open seat: the first, or a certain one. */
export async function joinTable(id: string, name: string, seat: Seat | null = null): Promise<void> {
  const body: JoinTable = { name, seat };
  if (isLocal(id)) return (await loadLocal()).joinTable(id, name, seat);
  await request<unknown>('POST', `/api/tables/${encodeURIComponent(id)}/join`, body);
}

/** Sets the same people and options up again. */
export async function rematch(id: string): Promise<Created> {
  if (isLocal(id)) return (await loadLocal()).rematch(id);
  return request<Created>('POST', `/api/tables/${encodeURIComponent(id)}/rematch`);
}

/** Opens a line to a table. For one in this browser, `loadLocal` has to be done. */
export function openLine(id: string): Socket {
  if (local && isLocal(id)) return local.connect(id);
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(id)}/socket`);
}

let before: Promise<unknown> = Promise.resolve();

/**
 * Asks for something, or has it changed. Changes go one after the other: the first of them makes a
 * guest of a newcomer, and two at once would make two.
 */
export function request<T>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object | string,
): Promise<T> {
  const now = () => send<T>(method, path, body);
  if (method === 'GET') return now();
  const answer = before.then(now);
  before = answer.catch(() => undefined);
  return answer;
}

/** A body that is no object travels as the text that it is. */
async function send<T>(method: string, path: string, body?: object | string): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'content-type': typeOf(body) },
      body: typeof body === 'object' ? JSON.stringify(body) : (body ?? null),
    });
  } catch {
    reach.lost = true;
    throw new ProblemError(localProblem({ code: 'unreachable' }));
  }
  const text = await response.text();
  const problem = response.ok ? null : readProblem(text, response.status);
  // What stands before a server that is down answers in its own words.
  reach.lost = problem?.code === 'http' && response.status >= 500;
  if (problem) throw new ProblemError(problem);
  return (text ? JSON.parse(text) : null) as T;
}

function typeOf(body: object | string): string {
  return typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
}

function readProblem(text: string, status: number): AnyProblem {
  try {
    const read = JSON.parse(text) as Partial<Problem>;
    if (read.code && typeof read.message === 'string') return read as Problem;
  } catch {
    // What stands before the server answers in its own words.
  }
  return localProblem({ code: 'http', arguments: { status } });
}
