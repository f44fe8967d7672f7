/** How far somebody has come with the lessons. It is kept in the browser's own storage. */

import type { Chosen } from './scenes';

const KEY = 'brickwood.lessons';

/** How many scenes there are. */
export const COUNT = 11;

/** How far somebody has come. */
export interface Kept {
  /** The scene at which they are, from 1. */
  readonly at: number;
  /** The scenes that are done. */
  readonly done: readonly number[];
  /** What was chosen in them. */
  readonly chosen: Chosen;
}

const NOTHING: Kept = { at: 1, done: [], chosen: {} };

/** What is kept. Whoever did the lessons of before, which were six tables, begins anew. */
export function readKept(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
    if (!isScene(kept.at) || !Array.isArray(kept.done)) return NOTHING;
    return { at: kept.at, done: kept.done.filter(isScene), chosen: chosenIn(kept.chosen) };
  } catch {
    // Storage may be forbidden or spoilt; then nothing is done yet.
    return NOTHING;
  }
}

/** Keeps it. */
export function writeKept(kept: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // As above.
  }
}

function isScene(number: unknown): number is number {
  return Number.isInteger(number) && Number(number) >= 1 && Number(number) <= COUNT;
}

/** What cannot be chosen there is as good as nothing, and the game goes on with the best. */
function chosenIn(kept: unknown): Chosen {
  return typeof kept === 'object' && kept !== null ? kept : {};
}

/** How it goes on: whoever has done everything begins anew. */
export function resumed(kept: Kept): Kept {
  const isOver = kept.done.length === COUNT && kept.at === COUNT;
  return isOver ? { ...kept, at: 1 } : kept;
}
