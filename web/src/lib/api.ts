/** What goes over HTTP: creating, listing and joining tables. */

import { localProblem, type AnyProblem } from './problem';
import type {
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

/** A request that the server refused, or that did not reach it. */
export class ApiError extends Error {
  constructor(readonly problem: AnyProblem) {
    super(problem.message || problem.code);
    this.name = 'ApiError';
  }
}

/** What to tell people of anything that was thrown. */
export function problemOf(error: unknown): AnyProblem {
  if (error instanceof ApiError) return error.problem;
  const message = error instanceof Error ? error.message : String(error);
  return localProblem({ code: 'unknown' }, message);
}

/** Creates a table, with the caller on its first human seat. */
export function createTable(order: NewTable): Promise<Created> {
  return request<Created>('POST', '/api/tables', order);
}

/** Whether such a table could be created. */
export async function checkTable(order: NewTable): Promise<void> {
  await request<unknown>('POST', '/api/tables/check', order);
}

/** Sets a table up in another way, as its host, before the game begins. */
export async function changeSetup(id: string, order: SetUpOrder): Promise<void> {
  await request<unknown>('PUT', `/api/tables/${encodeURIComponent(id)}/set-up`, order);
}

let asked: Promise<EditionInfo[]> | null = null;

/** The editions with their presets, the default first. They do not change while a page is open. */
export function editions(): Promise<EditionInfo[]> {
  asked ??= request<EditionInfo[]>('GET', '/api/editions').catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

/** The bots that can take a seat here. */
export function bots(): Promise<BotLevel[]> {
  return request<BotLevel[]>('GET', '/api/bots');
}

/** A finished game, step by step. */
export function replayOf(id: string): Promise<Replay> {
  return request<Replay>('GET', `/api/tables/${encodeURIComponent(id)}/replay`);
}

/** A game from a record, step by step. */
export function replayRecord(record: string): Promise<Replay> {
  return request<Replay>('POST', '/api/replay', record);
}

/** Where the record of a finished game is. */
export function recordPath(id: string): string {
  return `/api/tables/${encodeURIComponent(id)}/record`;
}

/** The caller's tables, newest first. */
export function listTables(): Promise<TableSummary[]> {
  return request<TableSummary[]>('GET', '/api/tables');
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
  return request<Me>('GET', '/api/me');
}

/** Has the caller's name remembered. */
export async function rename(name: string): Promise<void> {
  const body: Me = { name };
  await request<unknown>('PUT', '/api/me', body);
}

/** Takes an open seat: the first, or a certain one. */
export async function joinTable(id: string, name: string, seat: Seat | null = null): Promise<void> {
  const body: JoinTable = { name, seat };
  await request<unknown>('POST', `/api/tables/${encodeURIComponent(id)}/join`, body);
}

/** Sets the same people and options up again. */
export function rematch(id: string): Promise<Created> {
  return request<Created>('POST', `/api/tables/${encodeURIComponent(id)}/rematch`);
}

/** Where the WebSocket of a table is. */
export function socketUrl(id: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/api/tables/${encodeURIComponent(id)}/socket`;
}

let before: Promise<unknown> = Promise.resolve();

/**
 * Asks for something, or has it changed. Changes go one after the other: the first of them makes a
 * guest of a newcomer, and two at once would make two.
 */
function request<T>(
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
    throw new ApiError(localProblem({ code: 'unreachable' }));
  }
  const text = await response.text();
  if (!response.ok) throw new ApiError(readProblem(text, response.status));
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
