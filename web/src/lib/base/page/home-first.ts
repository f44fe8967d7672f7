/** What stands above the home page's headline: it is there from the first frame, or not at all, so that nothing moves. */

import type { Component } from 'svelte';

import { loadMessages } from '../language/messages';
import { hasPlayed, rememberedHere, rememberedTables } from '../local/remembered';
import { live, without } from '../../people/lobby/live.svelte';
import type { TableSummary } from '../protocol';
import { STATIC } from '../site';
import { listTables } from '../transport';
import { brought } from '../transport/brought';
import { running } from './resume';

/** What the home page begins with. */
export interface HomeFirst {
  /** All of the visitor's tables; null where they are not known yet. */
  readonly tables: readonly TableSummary[] | null;
  /** How many of them are running: so much room is kept for them. */
  readonly expected: number;
  /** Whether the visitor has never played here. */
  readonly isNew: boolean;
  /** Draws the tables that can be joined; null where nobody waits. */
  readonly Strip: Component<{ tables: readonly TableSummary[]; atHome: boolean }> | null;
  /** Draws the running games; null where there are none. */
  readonly ResumeList: Component<{
    tables: readonly TableSummary[] | null;
    expected: number;
  }> | null;
}

/** The page does not wait longer than this for what it did not come with. */
const PATIENCE_MS = 500;

/** Gathers it. */
export async function loadHomeFirst(): Promise<HomeFirst> {
  const came = brought();
  // The games of this browser are read later, and remembered until then.
  let tables: readonly TableSummary[] | null = null;
  if (!came.now && hasPlayed()) {
    const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null));
    const look = STATIC ? null : live.look();
    tables = await Promise.race([
      Promise.all([listTables().catch(() => null), look]).then(([all]) => all),
      late,
    ]);
  }
  const known = tables ?? came.tables ?? [];
  // Where the server's tables came with the page, only those of this browser have to be remembered.
  const others = came.tables ? rememberedHere() : rememberedTables();
  const expected = running(known).length + (tables ? 0 : others.length);
  const waits = without(live.open, known).length > 0;
  const [Strip, ResumeList] = await Promise.all([
    waits ? loadStrip() : null,
    expected ? loadResumeList() : null,
  ]);
  return { tables, expected, isNew: !hasPlayed() && !known.length, Strip, ResumeList };
}

async function loadStrip() {
  const loaded = [
    import('../../people/lobby/WaitingStrip.svelte'),
    loadMessages('open', 'home'),
  ] as const;
  return (await Promise.all(loaded))[0].default;
}

async function loadResumeList() {
  const loaded = [import('./ResumeList.svelte'), loadMessages('home')] as const;
  return (await Promise.all(loaded))[0].default;
}
