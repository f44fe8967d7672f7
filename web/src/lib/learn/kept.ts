/** Which lessons are done, and the tables of lessons. It is kept in the browser's own storage. */

const KEY = 'brickwood.lessons';

/** How far somebody has come with the lessons. */
export interface Kept {
  /** The numbers of the lessons that are done. */
  readonly done: readonly number[];
  /** The lesson of each table, the oldest first. */
  readonly tables: readonly (readonly [id: string, lesson: number])[];
}

/** What is kept. */
export function readKept(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
    return { done: kept.done ?? [], tables: kept.tables ?? [] };
  } catch {
    // Storage may be forbidden or spoilt; then nothing is done yet.
    return { done: [], tables: [] };
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

/** The lesson that is taken at a table; null where none is. */
export function lessonAt(table: string): number | null {
  return readKept().tables.find(([id]) => id === table)?.[1] ?? null;
}
