/** What a server does over HTTP, done in this browser: setting up, listing and replaying games. */

import { localProblem, ProblemError } from '../problem';
import type {
  BoardOrder,
  BoardReport,
  BotLevel,
  Created,
  DraftOrder,
  DraftReport,
  EditionInfo,
  FillOrder,
  NewTable,
  Replay,
  Seat,
  SetUpOrder,
  TableSummary,
} from '../protocol';
import { ask, available } from './client';
import * as games from './games';

export { available, connect } from './client';

export function editions(): Promise<EditionInfo[]> {
  return ask({ type: 'editions' });
}

export function bots(): Promise<BotLevel[]> {
  return ask({ type: 'bots' });
}

export function checkTable(order: NewTable): Promise<void> {
  return ask({ type: 'check', order });
}

export function reportOnBoard(order: BoardOrder): Promise<BoardReport> {
  return ask({ type: 'board', order });
}

export function reportOnDraft(order: DraftOrder): Promise<DraftReport> {
  return ask({ type: 'draft', order });
}

export function fillBoard(order: FillOrder): Promise<BoardReport> {
  return ask({ type: 'fill', order });
}

/** Whether nobody needs to come to a table from elsewhere. */
export function playsHere({ seats }: NewTable): boolean {
  return seats.filter(({ type }) => type === 'human').length <= 1;
}

/** Creates a table in this browser. */
export async function createTable(order: NewTable): Promise<Created> {
  if (!playsHere(order)) {
    throw new ProblemError(localProblem({ code: 'friends_need_server' }));
  }
  // Nobody is waited for, and nobody else can see it.
  const options = { ...order.options, public: false, start: 'when_full' as const };
  const created = await ask<Created>({ type: 'create', order: { ...order, options } });
  // The browser may otherwise throw games away when its disk is full.
  void (navigator.storage as StorageManager | undefined)?.persist?.().catch(() => false);
  return created;
}

/** The games in this browser, newest first. */
export async function listTables(): Promise<TableSummary[]> {
  if (!available) return [];
  return games.listGames();
}

export function replayOf(table: string): Promise<Replay> {
  return ask({ type: 'replay', table });
}

export function replayRecord(record: string): Promise<Replay> {
  return ask({ type: 'replay_record', record });
}

export function rematch(table: string): Promise<Created> {
  return ask({ type: 'rematch', table });
}

export function joinTable(table: string, name: string, seat: Seat | null): Promise<void> {
  return ask({ type: 'join', table, name, seat });
}

export function changeSetup(table: string, order: SetUpOrder): Promise<void> {
  return ask({ type: 'set_up', table, order });
}

/** The record of a finished game. */
export function recordOf(table: string): Promise<string> {
  return ask({ type: 'record', table });
}

/** Has the browser save the record of a finished game as a file. */
export async function saveRecord(table: string): Promise<void> {
  const record = await recordOf(table);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([record], { type: 'text/plain' }));
  link.download = `brickwood-${table.slice(1)}.txt`;
  link.click();
  // The download has begun by the next task.
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, 1000);
}

/** Forgets a game for good. */
export function deleteTable(table: string): Promise<void> {
  return games.deleteGame(table);
}
