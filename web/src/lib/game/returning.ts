/**
 * What a player shows a server to be let in before spectators when many come back at once. It is kept for as long as the
 * tab is open, so that whoever loads the page again while a server restarts does not wait longer than the others.
 */

import type { Returning } from '../protocol';

/** Where it is kept. */
export interface ReturningStore {
  read: () => Returning | undefined;
  write: (returning: Returning | undefined) => void;
}

const KEY = 'brickwood.returning';

interface Kept {
  readonly table: string;
  readonly returning: Returning;
}

/** Kept by the tab, for the table that it has shown last. */
export function ofTab(table: string): ReturningStore {
  return {
    read: () => {
      try {
        const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null;
        return kept?.table === table ? kept.returning : undefined;
      } catch {
        // Storage may be forbidden or spoilt; then the player waits like a stranger.
        return undefined;
      }
    },
    write: (returning) => {
      try {
        if (returning) sessionStorage.setItem(KEY, JSON.stringify({ table, returning }));
        else sessionStorage.removeItem(KEY);
      } catch {
        // The line remembers it until the page is loaded again.
      }
    },
  };
}
