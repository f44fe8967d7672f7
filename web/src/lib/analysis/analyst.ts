/** Analyzes games, with the module in this browser. */

import type { Choice, SeatSummary, Stroke } from '../protocol';
import { loadLocal } from '../transport';

/** How many steps are analyzed at a time: what the worker does for a table waits so long at most. */
const PART = 10;

/** What choices cost, and what luck was worth. */
export interface Analysis {
  choices: Choice[];
  strokes: Stroke[];
  /** By seat, of as much as is known; empty before. */
  summaries: readonly SeatSummary[];
}

/** Whether this page can analyze choices: it needs the module for that. */
export async function canAnalyse(): Promise<boolean> {
  return (await loadLocal()).available;
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
  const { local } = await loadLocal();
  const known: Analysis = { choices: [], strokes: [], summaries: [] };
  let from = 0;
  for (;;) {
    const part = await local.ask({ type: 'analyse', record, from, count: PART });
    known.choices.push(...part.choices);
    known.strokes.push(...part.strokes);
    known.summaries = part.summaries;
    from = part.done;
    progress(known, part.steps ? part.done / part.steps : 1);
    if (part.done >= part.steps || signal?.aborted) return known;
  }
}
