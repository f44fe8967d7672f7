/** What somebody may have meant who has typed something else. */

import { fold } from './fold';

/** How far two words may be apart for one to be taken for the other. */
const FARTHEST = 2;

/** The word that is nearest to what was typed; null where none is near. */
export function nearest(typed: string, words: Iterable<string>): string | null {
  let found: string | null = null;
  const wanted = fold(typed);
  let least = Math.min(FARTHEST, Math.ceil(wanted.length / 2)) + 1;
  for (const word of words) {
    const apart = distance(wanted, fold(word), least);
    if (apart < least) [found, least] = [word, apart];
  }
  return found;
}

/** How many letters have to be typed otherwise, left out, put in or swapped; `most` where it is more. */
export function distance(a: string, b: string, most = Infinity): number {
  if (Math.abs(a.length - b.length) >= most) return most;
  let [before, last]: [number[], number[]] = [
    [],
    Array.from({ length: b.length + 1 }, (_, i) => i),
  ];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const costs = [
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
        ...(swapped ? [(before[j - 2] ?? 0) + 1] : []),
      ];
      row.push(Math.min(...costs));
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? most;
}
