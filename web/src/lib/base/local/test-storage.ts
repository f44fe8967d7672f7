/** The storage of a browser, for tests. */

import { vi } from 'vitest';

/** Puts an empty storage in the place of the browser's. Returns what is kept in it, by key. */
export function stubStorage(): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  return kept;
}
