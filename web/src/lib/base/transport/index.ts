/**
 * Whom the page asks: a table is asked for where it is kept; everything else of the server, or of this browser
 * where there is no server or none can be reached.
 */

import { isLocal } from '../local/id';
import type { EditionInfo, TableSummary } from '../protocol';
import { reach } from '../reach.svelte';
import { STATIC } from '../site';
import { server } from './server';
import type { Answer, Anywhere, Question, Socket } from './transport';

export { listed, recordPath, request, server } from './server';

type Local = typeof import('./local');

let local: Local | null = null;

/** Loads what plays in this browser. */
export async function loadLocal(): Promise<Local> {
  return (local ??= await import('./local'));
}

/** Asks something. */
export async function ask<T extends keyof Anywhere>(
  question: Question<Anywhere, T>,
): Promise<Answer<Anywhere, T>> {
  const of = (question as { table?: string }).table;
  if (of === undefined ? STATIC : isLocal(of)) return (await loadLocal()).local.ask<T>(question);
  try {
    return await server.ask<T>(question);
  } catch (error) {
    const own = of === undefined && reach.lost ? await loadLocal().catch(() => null) : null;
    if (!own?.available) throw error;
    return own.local.ask<T>(question);
  }
}

/** Opens a line to a table. For one in this browser, `loadLocal` has to be done. */
export function connect(table: string): Socket {
  return (isLocal(table) && local ? local.local : server).connect(table);
}

let asked: Promise<EditionInfo[]> | null = null;

/** The editions, which do not change while a page is open. */
export function editions(): Promise<EditionInfo[]> {
  asked ??= ask({ type: 'editions' }).catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

/** The caller's tables: those in this browser, and those on the server. */
export async function listTables(): Promise<TableSummary[]> {
  const none = () => [];
  const [there, here] = await Promise.all([
    STATIC ? [] : server.ask({ type: 'tables' }).catch(none),
    loadLocal()
      .then((own) => own.local.ask({ type: 'tables' }))
      .catch(none),
  ]);
  return [...here, ...there];
}
