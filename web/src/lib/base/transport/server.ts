/** The server, over the network. */

import { shownName, withShownNames } from '../names';
import { localProblem, ProblemError, type AnyProblem } from '../problem';
import type { Problem, TableSummary } from '../protocol';
import { bots } from '../protocol/endpoints/bots';
import * as persons from '../protocol/endpoints/people';
import * as replays from '../protocol/endpoints/replays';
import { editions } from '../protocol/endpoints/rules';
import * as tables from '../protocol/endpoints/tables';
import { reach } from '../reach.svelte';
import { takeBrought } from './brought';
import type { Answer, Anywhere, Question, Transport, Ways } from './transport';
import { addressOf, type AskedWith, type Endpoint } from './endpoint';

/** How the server is asked what can be asked anywhere. */
const ANYWHERE: Ways<Anywhere> = {
  editions: () => request(editions),
  bots: () => request(bots),
  check: ordered(tables.checkTable),
  board: ordered(tables.describeBoard),
  draft: ordered(tables.describeDraft),
  fill: ordered(tables.fillDraft),
  create: ordered(tables.createTable),
  tables: async () => listed(await request(tables.myTables)),
  replay: async (question) => {
    const replay = await ofTable(replays.replayOfTable)(question);
    return { ...replay, seats: withShownNames(replay.seats) };
  },
  replay_record: ofRecord(replays.replayOfRecord),
  record: ofTable(replays.recordOfTable),
  statistics: ofTable(replays.statisticsOfTable),
  statistics_of_record: ofRecord(replays.statisticsOfRecord),
  join: ({ table, name, seat }) => request(tables.joinTable, { id: table, body: { name, seat } }),
  set_up: ({ table, order }) => request(tables.setUpTable, { id: table, body: order }),
  rematch: ofTable(tables.rematch),
  me: () => request(persons.me),
  rename: ({ name }) => request(persons.rename, { body: { name } }),
};

function ordered<Order extends object, Answer>(endpoint: Endpoint<{ body: Order }, Answer>) {
  return ({ order }: { order: Order }) => request(endpoint, { body: order });
}

function ofRecord<Answer>(endpoint: Endpoint<{ body: string }, Answer>) {
  return ({ record }: { record: string }) => request(endpoint, { body: record });
}

function ofTable<Answer>(endpoint: Endpoint<{ id: string }, Answer>) {
  return ({ table }: { table: string }) => request(endpoint, { id: table });
}

/** Tables as they are shown. */
export function listed(tables: TableSummary[]): TableSummary[] {
  return tables.map((table) => ({ ...table, players: table.players.map(shownName) }));
}

/** Where the record of a finished game can be loaded from. */
export function recordPath(table: string): string {
  return addressOf(replays.recordOfTable, { id: table });
}

export const server: Transport = {
  ask<T extends keyof Anywhere>(question: Question<Anywhere, T>) {
    const asked: (question: Question<Anywhere, T>) => Promise<Answer<Anywhere, T>> =
      ANYWHERE[question.type];
    return asked(question);
  },
  connect(table) {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const address = addressOf(tables.tableSocket, { id: table });
    return new WebSocket(`${scheme}://${location.host}${address}`);
  },
};

let before: Promise<unknown> = Promise.resolve();

/**
 * Asks the server. Changes go one after the other: the first of them makes a person of a newcomer, and two at once would
 * make two.
 */
export function request<Asked extends object, Answer>(
  endpoint: Endpoint<Asked, Answer>,
  ...asked: AskedWith<Asked>
): Promise<Answer> {
  const now = () => send(endpoint, ...asked);
  if (endpoint[0] === 'GET') return now();
  const answer = before.then(now);
  before = answer.catch(() => undefined);
  return answer;
}

/** Asks the server at once: what changes nothing waits for no change. */
export async function send<Asked extends object, Answer>(
  endpoint: Endpoint<Asked, Answer>,
  ...asked: AskedWith<Asked>
): Promise<Answer> {
  const known = takeBrought(endpoint);
  if (known !== undefined) return known as Answer;
  const response = await respond(endpoint, ...asked);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return (isJson ? JSON.parse(text) : text) as Answer;
}

/** What the server says to that, whose body may come bit by bit. What it refuses is a `ProblemError`. */
export async function respond<Asked extends object>(
  endpoint: Endpoint<Asked, unknown>,
  ...asked: AskedWith<Asked>
): Promise<Response> {
  const [method] = endpoint;
  const { body } = (asked[0] ?? {}) as { body?: object | string };
  let response: Response;
  try {
    response = await fetch(addressOf(endpoint, ...asked), {
      method,
      headers: body === undefined ? {} : { 'content-type': typeOf(body) },
      body: typeof body === 'object' ? JSON.stringify(body) : (body ?? null),
      // A name is often the last thing that somebody types before leaving a page.
      keepalive: (endpoint as Endpoint<object, unknown>) === persons.rename,
    });
  } catch {
    reach.lost = true;
    throw new ProblemError(localProblem({ code: 'unreachable' }));
  }
  const problem = response.ok ? null : readProblem(await response.text(), response.status);
  // What stands before a server that is down answers in its own words.
  reach.lost = problem?.code === 'http' && response.status >= 500;
  if (problem) {
    reach.onrefused(problem.code);
    throw new ProblemError(problem);
  }
  return response;
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
