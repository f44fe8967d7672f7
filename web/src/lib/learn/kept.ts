/** How far somebody has come with the lessons. It is kept in the browser's own storage. */

const KEY = 'brickwood.lessons';

/** How many scenes there are. */
export const COUNT = 9;

/** How far somebody has come. */
export interface Kept {
  /** The scene at which they are, from 1. */
  readonly at: number;
  /** The scenes that are done. */
  readonly done: readonly number[];
}

/** What is kept. Whoever did the lessons of before, which were six tables, begins anew. */
export function readKept(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
    if (!isScene(kept.at) || !Array.isArray(kept.done)) return { at: 1, done: [] };
    return { at: kept.at, done: kept.done.filter(isScene) };
  } catch {
    // Storage may be forbidden or spoilt; then nothing is done yet.
    return { at: 1, done: [] };
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

/** How it goes on: whoever has done everything begins anew. */
export function resumed({ at, done }: Kept): Kept {
  return { at: done.length === COUNT && at === COUNT ? 1 : at, done };
}
