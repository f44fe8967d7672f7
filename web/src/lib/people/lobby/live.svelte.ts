/** What goes on at the site, looked up now and then while somebody looks at the home page. */

import type { SiteNow, TableSummary } from '../../base/protocol';
import * as siteEndpoints from '../../base/protocol/endpoints/site';
import { listed, request } from '../../base/transport';
import { brought } from '../../base/transport/brought';
import { whileSeen } from '../../base/while-seen';

/** How often it is looked up: mostly the server says that nothing has changed. */
const EVERY_MS = 5_000;

class Live {
  #now = $state.raw<SiteNow | null>(brought().now ?? null);
  /** When that was, in milliseconds since 1970. */
  read_ms = $state(Date.now());

  /** Tables with a seat to take; none while they are asked for. */
  readonly open: readonly TableSummary[] = $derived(this.#now?.open ?? []);
  /** Games that everybody may watch. */
  readonly games: readonly TableSummary[] = $derived(this.#now?.games ?? []);
  /** How many people want to be told of tables. */
  readonly want_to_play: number = $derived(this.#now?.want_to_play ?? 0);

  /** Looks it up now. */
  async look(): Promise<void> {
    try {
      const now = await request(siteEndpoints.siteNow);
      this.#now = { ...now, open: listed(now.open), games: listed(now.games) };
      this.read_ms = Date.now();
    } catch {
      // It stays as it was; there is another way to play on every side of it.
    }
  }

  /** Looks again and again while the page is seen; what it returns ends that. */
  watch(): () => void {
    return whileSeen(() => this.look(), EVERY_MS);
  }
}

export const live = new Live();

/** The tables that are not among some others. */
export function without(
  all: readonly TableSummary[],
  some: readonly TableSummary[] | null,
): TableSummary[] {
  return all.filter(({ id }) => !some?.some((table) => table.id === id));
}
