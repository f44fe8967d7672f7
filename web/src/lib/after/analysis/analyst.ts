/** Analyzes games. */

import type { AnalysisPart, Choice, Seat, SeatSummary, Stroke } from '../../base/protocol';
import { analysisOf, type Judged } from '../../base/transport/study';

/** What choices cost, and what luck was worth. */
export interface Analysis {
  choices: Choice[];
  strokes: Stroke[];
  /** By seat, of as much as is known; empty before. */
  summaries: readonly SeatSummary[];
}

/** How far an analysis is. */
export interface Done {
  /** Which part of the work is done, from 0 to 1. */
  readonly all: number;
  /** The same of those that are judged first. */
  readonly first: number;
}

/** How an analysis goes on. */
export interface Way {
  /** The seats that are judged before all others; none where they wait for each other. */
  readonly first?: readonly Seat[];
  /** What is waited for before the others are judged. */
  readonly between?: () => Promise<void>;
  /** Has it stop early, with what is known then. */
  readonly signal?: AbortSignal;
}

/** Analyzes the choices and the luck in the game of a record. `told` is told what is known so far. */
export async function analyse(
  record: string,
  told: (known: Analysis, done: Done) => void = () => undefined,
  { first = [], between, signal }: Way = {},
): Promise<Analysis> {
  const known: Analysis = { choices: [], strokes: [], summaries: [] };
  /** The last part of each who were judged together. */
  const lasts = new Map<Judged, AnalysisPart>();
  for await (const { seats, part } of analysisOf(record, first, between)) {
    known.choices.push(...part.choices);
    known.strokes.push(...part.strokes);
    lasts.set(seats, part);
    known.summaries = summed(lasts);
    told(known, doneOf(lasts, known.choices));
    if (signal?.aborted) break;
  }
  return known;
}

/** What is known of each seat: its choices where it was judged, and the luck in all of the game that was looked at. */
function summed(lasts: ReadonlyMap<Judged, AnalysisPart>): SeatSummary[] {
  const passes = [...lasts];
  return (passes[0]?.[1].summaries ?? []).map((some, seat) => {
    const own = passes.find(([seats]) => seats === 'all' || seats.includes(seat));
    const luck = passes.reduce((sum, [, { summaries }]) => sum + (summaries[seat]?.luck ?? 0), 0);
    return { ...(own?.[1].summaries[seat] ?? some), luck };
  });
}

function doneOf(lasts: ReadonlyMap<Judged, AnalysisPart>, choices: readonly Choice[]): Done {
  const parts = [...lasts].map(([seats, part]) => {
    const players = part.summaries.length;
    const whose = seats === 'all' ? players : seats.length;
    const of = choices.filter(({ seat }) => seats === 'all' || seats.includes(seat));
    return { share: whose / Math.max(1, players), done: workDone(part, of, whose) };
  });
  return {
    all: parts.reduce((sum, { share, done }) => sum + share * done, 0),
    first: parts[0]?.done ?? 0,
  };
}

/** How many steps take as long to judge as the set-up of three, and how many times as long each player more has it take. */
const SET_UP = 170;
const MORE = 2.4;
/** How many choices a seat has in the set-up. */
const PLACED = 4;

/**
 * Which part of the work is done. That of the set-up takes far longer than other steps: there, all that others may do is
 * foreseen, least of it at its end.
 */
export function workDone(
  { steps, done, summaries }: Pick<AnalysisPart, 'steps' | 'done' | 'summaries'>,
  choices: readonly Choice[],
  whose: number,
): number {
  if (done >= steps) return 1;
  const placed = choices.filter(({ turn }) => turn === 0).length;
  const isBegun = choices.length > placed;
  const left = isBegun ? 0 : Math.max(0, 1 - placed / (PLACED * whose));
  const setUp = SET_UP * MORE ** (summaries.length - 3);
  return (setUp * (1 - left ** 2) + done) / (setUp + steps);
}
