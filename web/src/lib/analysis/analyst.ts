/** Analyzes games. */

import type { Choice, SeatSummary, Stroke } from '../protocol';
import { analysisOf } from '../transport/study';

/** What choices cost, and what luck was worth. */
export interface Analysis {
  choices: Choice[];
  strokes: Stroke[];
  /** By seat, of as much as is known; empty before. */
  summaries: readonly SeatSummary[];
}

/**
 * Analyzes the choices and the luck in the game of a record. `progress` is told what is known so far, and which part of
 * the steps that is, from 0 to 1. Stops early where `signal` says so, and returns what is known then.
 */
export async function analyse(
  record: string,
  progress: (known: Analysis, part: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<Analysis> {
  const known: Analysis = { choices: [], strokes: [], summaries: [] };
  for await (const part of analysisOf(record)) {
    known.choices.push(...part.choices);
    known.strokes.push(...part.strokes);
    known.summaries = part.summaries;
    progress(known, part.steps ? part.done / part.steps : 1);
    if (signal?.aborted) break;
  }
  return known;
}
