/** Tells a person of tables that wait for players, if they have asked for it, on whichever page of the site they are. */

import { t } from '../../base/language/messages';
import { mayNotify, notify } from '../../base/notify';
import type { TableSummary } from '../../base/protocol';
import * as siteEndpoints from '../../base/protocol/endpoints/site';
import { router, tablePath } from '../../base/router.svelte';
import { listed, request } from '../../base/transport';
import { seatsOf, whose } from './lists';

/** How often a page asks whether there is something to tell. Pages whose visitor wants nothing do not ask again. */
const EVERY_MS = 10_000;

/** The largest number of a page: the server reads whole numbers that a script can write. */
const PAGES = Number.MAX_SAFE_INTEGER;

/** Something that is told on the page itself. */
export interface Told {
  readonly table: string;
  readonly text: string;
}

class News {
  /** Until when the visitor wants to be told; null for one who does not. */
  until_ms = $state<number | null>(null);
  /** What the page tells, until it is read. */
  told = $state.raw<readonly Told[]>([]);

  /** Names this page among all that the visitor has open. */
  readonly #page = 1 + Math.floor(Math.random() * (PAGES - 1));
  #timer: ReturnType<typeof setInterval> | undefined;
  #looking: Promise<void> | null = null;

  /** Looks whether there is something to tell, and from then on again and again while the visitor wants it. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => (this.#looking = null));
    return this.#looking;
  }

  /** Puts away what the page has told. */
  close(table: string): void {
    this.told = this.told.filter((told) => told.table !== table);
  }

  async #look(): Promise<void> {
    try {
      const { until_ms, tables } = await request(siteEndpoints.myAlert);
      this.until_ms = until_ms;
      for (const table of listed(tables)) await this.#tell(table);
    } catch {
      // The next time it is told.
    }
    clearInterval(this.#timer);
    if (this.until_ms === null) return;
    this.#timer = setInterval(() => void this.look(), EVERY_MS);
  }

  async #tell(table: TableSummary): Promise<void> {
    // A page that nobody sees leaves it to others, and to when it is seen, unless the system tells for it.
    const hidden = document.visibilityState !== 'visible';
    if (hidden && !mayNotify()) return;
    const { yes } = await request(siteEndpoints.mayTell, {
      body: { table: table.id, page: this.#page },
    });
    if (!yes) return;
    const text = `${whose(table)}: ${seatsOf(table)}`;
    const path = tablePath(table.id);
    if (hidden) {
      notify(t('open.news', { text }), table.id, new URL(path, location.href).href, () => {
        router.go(path);
      });
    } else {
      this.told = [...this.told, { table: table.id, text }];
    }
  }
}

export const news = new News();

/** Begins to tell, if the visitor has asked for it before. */
export function startNews(): void {
  void news.look();
  document.addEventListener('visibilitychange', () => {
    if (news.until_ms !== null) void news.look();
  });
}
