/** How somebody does with the questions of all days, kind by kind. */

import type { PuzzleKind } from '../../base/protocol';
import { dayAt, numberOf, type Day } from './calendar';
import type { Answered, Kept } from './kept';
import { kindOf } from './kinds';

/** How much an answer counts for the strength, against the one after it. */
const FADE = 0.9;
/** So many answers tell something. */
const ENOUGH = 3;

/** How far somebody is with some days. */
export interface Tally {
  /** How many questions there were. */
  readonly asked: number;
  readonly answered: number;
  /** How many were answered with the best, or with what is as good. */
  readonly best: number;
  /** The part of the best among the answers, the latest counting most; null where there are too few. */
  readonly strength: number | null;
}

/** All days up to today, the latest first; those of one kind, where one is named. */
export function daysUpTo(today: Day, kind: PuzzleKind | null = null): Day[] {
  return Array.from({ length: Math.max(0, numberOf(today) + 1) }, (_, number) => dayAt(number))
    .reverse()
    .filter((day) => kind === null || kindOf(day) === kind);
}

/** How far somebody is with the questions up to today. */
export function tally(kept: Kept, today: Day, kind: PuzzleKind | null = null): Tally {
  const days = daysUpTo(today, kind);
  const asked = new Set(days);
  const given = Object.entries(kept)
    .filter(([day]) => asked.has(day))
    .map(([, answered]) => answered);
  return {
    asked: days.length,
    answered: given.length,
    best: given.filter(isBest).length,
    strength: strengthOf(given.map(isBest)),
  };
}

/** The latest day whose question has no answer yet; null where all have one. */
export function nextUnanswered(kept: Kept, today: Day, kind: PuzzleKind | null = null): Day | null {
  return daysUpTo(today, kind).find((day) => !kept[day]) ?? null;
}

/** Whether nothing was better. */
export function isBest({ rank }: Answered): boolean {
  return rank === 1;
}

/** Of answers in the order in which they were given. */
function strengthOf(found: readonly boolean[]): number | null {
  if (found.length < ENOUGH) return null;
  const weights = found.map((_, at) => FADE ** (found.length - 1 - at));
  const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0);
  return sum(weights.filter((_, at) => found[at])) / sum(weights);
}
