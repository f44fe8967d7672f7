/** What goes over HTTP: creating, listing and joining tables. */

import type { Created, JoinTable, NewTable, Problem, TableSummary } from './protocol';

/** A request that the server refused, or that did not reach it. */
export class ApiError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
    this.name = 'ApiError';
  }
}

/** Creates a table, with the caller on its first human seat. */
export function createTable(order: NewTable): Promise<Created> {
  return request<Created>('POST', '/api/tables', order);
}

/** The caller's tables, newest first. */
export function listTables(): Promise<TableSummary[]> {
  return request<TableSummary[]>('GET', '/api/tables');
}

/** Takes an open seat. */
export async function joinTable(id: string, name: string): Promise<void> {
  const body: JoinTable = { name };
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

async function request<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: body ? { 'content-type': 'application/json' } : {},
      body: body ? JSON.stringify(body) : null,
    });
  } catch {
    throw new ApiError(problem('unreachable', 'The server cannot be reached.'));
  }
  const text = await response.text();
  if (!response.ok) throw new ApiError(readProblem(text, response.status));
  return (text ? JSON.parse(text) : null) as T;
}

function readProblem(text: string, status: number): Problem {
  try {
    const read = JSON.parse(text) as Partial<Problem>;
    if (typeof read.message === 'string') {
      return { code: read.code ?? 'unknown', clause: read.clause ?? null, message: read.message };
    }
  } catch {
    // Whatever stands before the server answers in its own words.
  }
  return problem('http', `The server answers with error ${status}.`);
}

function problem(code: string, message: string): Problem {
  return { code, clause: null, message };
}
