/** The server, over the network. */

import { shownName, withShownNames } from '../names';
import { localProblem, ProblemError, type AnyProblem } from '../problem';
import type { Problem, Replay, SiteNow, TableSummary, WishInfo } from '../protocol';
import { reach } from '../reach.svelte';
import { takeBrought } from './brought';
import type { Answer, AtServer, Question, Transport } from './transport';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Where a question goes, and with which body. One that is no object travels as the text that it is. */
export type Way = readonly [method: Method, path: string, body?: object | string];

/** What is read under its own name, of the site or of a table. */
type Read =
  | 'editions'
  | 'bots'
  | 'tables'
  | 'replay'
  | 'record'
  | 'statistics'
  | 'me'
  | 'site'
  | 'devices'
  | 'passkeys'
  | 'now'
  | 'wish'
  | 'addresses';

const WAYS: {
  readonly [T in Exclude<keyof AtServer, Read>]: (question: Question<AtServer, T>) => Way;
} = {
  check: ({ order }) => ['POST', 'tables/check', order],
  board: ({ order }) => ['POST', 'boards', order],
  draft: ({ order }) => ['POST', 'boards/draft', order],
  fill: ({ order }) => ['POST', 'boards/fill', order],
  create: ({ order }) => ['POST', 'tables', order],
  replay_record: ({ record }) => ['POST', 'replay', record],
  statistics_of_record: ({ record }) => ['POST', 'statistics', record],
  join: ({ table, name, seat }) => ['POST', pathOf(table, 'join'), { name, seat }],
  set_up: ({ table, order }) => ['PUT', pathOf(table, 'set-up'), order],
  rematch: ({ table }) => ['POST', pathOf(table, 'rematch')],
  rename: ({ name }) => ['PUT', 'me', { name }],
  code: ({ code }) => ['GET', `codes/${encodeURIComponent(code.trim())}`],
  open_to_home: () => ['POST', 'addresses'],
  close_to_home: () => ['DELETE', 'addresses'],
  link_device: () => ['POST', 'devices/link'],
  look_at_key: ({ key }) => ['POST', 'devices/look', key],
  claim_device: ({ claim }) => ['POST', 'devices/claim', claim],
  name_device: ({ id, name }) => ['PUT', `devices/${id}`, { name }],
  remove_device: ({ id }) => ['DELETE', `devices/${id}`],
  new_words: () => ['POST', 'me/words'],
  delete_me: () => ['DELETE', 'me'],
  begin_passkey: ({ name }) => ['POST', 'passkeys/new', { name }],
  keep_passkey: ({ credential }) => ['POST', 'passkeys', credential],
  ask_for_passkey: () => ['POST', 'passkeys/ask'],
  prove_passkey: ({ credential }) => ['POST', 'passkeys/prove', credential],
  rename_passkey: ({ id, name }) => ['PUT', `passkeys/${id}`, { name }],
  remove_passkey: ({ id }) => ['DELETE', `passkeys/${id}`],
  identities: () => ['GET', 'oidc'],
  forget_provider: () => ['DELETE', 'oidc'],
  ask_provider: ({ intent }) => ['POST', 'oidc/begin', { intent }],
  make_wish: ({ minutes }) => ['PUT', 'wish', { minutes }],
  end_wish: () => ['DELETE', 'wish'],
  tell: ({ table, page }) => ['POST', 'wish/told', { table, page }],
};

const listed = (tables: TableSummary[]) =>
  tables.map((table) => ({ ...table, players: table.players.map(shownName) }));

/** The answers with names of people, and how these are shown. */
const NAMED = {
  tables: listed,
  now: (now: SiteNow) => ({ ...now, open: listed(now.open), games: listed(now.games) }),
  wish: (wish: WishInfo) => ({ ...wish, tables: listed(wish.tables) }),
  replay: (replay: Replay) => ({ ...replay, seats: withShownNames(replay.seats) }),
};

function wayOf(question: Question<AtServer>): Way {
  const way = (WAYS as Partial<Record<string, (question: object) => Way>>)[question.type];
  if (way) return way(question);
  return ['GET', 'table' in question ? pathOf(question.table, question.type) : question.type];
}

function pathOf(table: string, what: string): string {
  return `tables/${encodeURIComponent(table)}/${what}`;
}

/** Where the record of a finished game can be loaded from. */
export function recordPath(table: string): string {
  return `/api/${pathOf(table, 'record')}`;
}

export const server: Transport<AtServer> = {
  ask<T extends keyof AtServer>(question: Question<AtServer, T>) {
    const known = takeBrought(question.type) as Answer<AtServer, T> | undefined;
    const asked = known
      ? Promise.resolve(known)
      : request<Answer<AtServer, T>>(...wayOf(question as Question<AtServer>));
    const named = (NAMED as Partial<Record<keyof AtServer, (answer: never) => unknown>>)[
      question.type
    ];
    return named ? asked.then((answer) => named(answer as never) as Answer<AtServer, T>) : asked;
  },
  connect(table) {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    return new WebSocket(`${scheme}://${location.host}/api/${pathOf(table, 'socket')}`);
  },
};

let before: Promise<unknown> = Promise.resolve();

/**
 * Asks for an address. What only one part of the page asks for has its question there, and not above, so that others do
 * not load it. Changes go one after the other: the first of them makes a guest of a newcomer, and two at once would
 * make two.
 */
export function request<T>(...way: Way): Promise<T> {
  const now = () => send<T>(...way);
  if (way[0] === 'GET') return now();
  const answer = before.then(now);
  before = answer.catch(() => undefined);
  return answer;
}

/** Asks for an address at once: what changes nothing waits for no change. */
export async function send<T>(...way: Way): Promise<T> {
  const response = await respond(...way);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return (isJson ? JSON.parse(text) : text) as T;
}

/** What the server says to that, whose body may come bit by bit. What it refuses is a `ProblemError`. */
export async function respond(...[method, path, body]: Way): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api/${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': typeOf(body) },
      body: typeof body === 'object' ? JSON.stringify(body) : (body ?? null),
      // A name is often the last thing that somebody types before leaving a page.
      keepalive: path === 'me',
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
