/**
 * What a player shows a server to be let in before spectators when many come back at once. It is kept for as long as the
 * tab is open, so that whoever loads the page again while a server restarts does not wait longer than the others.
 */

import type { Returning } from '../../base/protocol';

/** Where it is kept. */
export interface ReturningStore {
  read: () => Returning | undefined;
  write: (returning: Returning | undefined) => void;
}

/** Kept by the tab, for one table. */
export function ofTab(table: string): ReturningStore {
  const key = `brickwood.returning.${table}`;
  return {
    read: () => {
      try {
        return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as Returning | null) ?? undefined;
      } catch {
        // Storage may be forbidden or spoilt; then the player waits like a stranger.
        return undefined;
      }
    },
    write: (returning) => {
      try {
        sessionStorage.setItem(key, JSON.stringify(returning ?? null));
      } catch {
        // The line remembers it until the page is loaded again.
      }
    },
  };
}
