/** Asks for what can be said of a game: the server, or the module in this browser. */

import { askOr, recordPath, request } from '../api';
import { isLocal } from '../local/id';
import { localProblem, ProblemError } from '../problem';
import type { AnalysisPart, Choice, GameStatistics, Stroke } from '../protocol';

/** How many steps are analyzed at a time: what the worker does for a table waits so long at most. */
const PART = 10;

/** What choices cost, and what luck was worth. */
export interface Analysis {
  choices: Choice[];
  strokes: Stroke[];
}

const module = () => import('../local/client');

/** What was counted in a finished game. */
export async function statisticsOf(id: string): Promise<GameStatistics> {
  if (isLocal(id)) return (await module()).ask({ type: 'statistics', table: id });
  return request<GameStatistics>('GET', `/api/tables/${encodeURIComponent(id)}/statistics`);
}

/** What was counted in the game of a record, as far as it was played. */
export function statisticsOfRecord(record: string): Promise<GameStatistics> {
  return askOr(
    () => request<GameStatistics>('POST', '/api/statistics', record),
    async () => (await module()).ask({ type: 'statistics_of_record', record }),
  );
}

/** The record of a finished game, as text. */
export async function recordOf(id: string): Promise<string> {
  if (isLocal(id)) return (await module()).ask({ type: 'record', table: id });
  const response = await fetch(recordPath(id));
  if (!response.ok) {
    throw new ProblemError(localProblem({ code: 'http', arguments: { status: response.status } }));
  }
  return response.text();
}

/** Whether this page can analyze choices: it needs the module for that. */
export async function canAnalyse(): Promise<boolean> {
  return (await module()).available;
}

/**
 * Analyzes the choices and the luck in the game of a record, in a worker. `progress` is told what is known so
 * far, and which part of the steps that is, from 0 to 1. Stops early where `signal` says so, and returns what
 * is known then.
 */
export async function analyse(
  record: string,
  progress: (known: Analysis, part: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<Analysis> {
  const { ask } = await module();
  const known: Analysis = { choices: [], strokes: [] };
  let from = 0;
  for (;;) {
    const part = await ask<AnalysisPart>({ type: 'analyse', record, from, count: PART });
    known.choices.push(...part.choices);
    known.strokes.push(...part.strokes);
    from = part.done;
    progress(known, part.steps ? part.done / part.steps : 1);
    if (part.done >= part.steps || signal?.aborted) return known;
  }
}
