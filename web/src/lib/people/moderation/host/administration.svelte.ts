/** The host's page, as the server knows it. */

import type {
  ConductReport,
  HostLogLine,
  HostPage,
  HostTable,
  SiteAct,
  SiteFeatures,
  SiteState,
} from '../../../base/protocol';
import * as siteEndpoints from '../../../base/protocol/endpoints/site';
import * as hostEndpoints from '../../../base/protocol/endpoints/host';
import { Requests } from '../../../base/requests.svelte';
import { request } from '../../../base/transport';

/** A list that the server sends in portions, the latest first. */
interface Portions<T> {
  readonly all: readonly T[];
  /** Whether there may be older ones. */
  readonly more: boolean;
}

/** How many there are in a portion. */
const PORTION = 50;

export class Administration {
  page = $state.raw<HostPage | null>(null);
  /** What is switched on; null until the server has told. */
  features = $state.raw<SiteFeatures | null>(null);
  open = $state.raw<Portions<ConductReport> | null>(null);
  decided = $state.raw<Portions<ConductReport> | null>(null);
  tables = $state.raw<readonly HostTable[] | null>(null);
  log = $state.raw<Portions<HostLogLine> | null>(null);
  readonly requests = new Requests();
  /** Whether the last order was carried out. */
  done = $state(false);

  /** What only the host sees. */
  readonly site: SiteState | null = $derived(this.page?.site ?? null);
  readonly isHost: boolean = $derived(this.page?.role === 'host');
  readonly isModerated: boolean = $derived(this.features?.moderation ?? false);

  /** Asks for everything that is looked at. */
  load(): Promise<boolean> {
    return this.#try(() => this.#load());
  }

  async #load(): Promise<void> {
    const [page, info] = await Promise.all([
      request(hostEndpoints.hostPage),
      request(siteEndpoints.site),
    ]);
    this.features = info.features;
    this.page = page;
    const [open, tables, log] = await Promise.all([
      request(hostEndpoints.hostReports, { query: { decided: false } }),
      request(hostEndpoints.hostTables),
      request(hostEndpoints.hostLog),
    ]);
    this.open = portions([], open);
    this.tables = tables;
    this.log = portions([], log);
    if (this.decided) await this.#loadDecided();
  }

  async #loadDecided(): Promise<void> {
    this.decided = portions(
      [],
      await request(hostEndpoints.hostReports, { query: { decided: true } }),
    );
  }

  /** Asks for the reports that are decided. */
  loadDecided(): Promise<boolean> {
    return this.#try(() => this.#loadDecided());
  }

  /** Asks for older reports. */
  olderReports(decided: boolean): Promise<boolean> {
    return this.#try(async () => {
      const known = (decided ? this.decided : this.open)?.all ?? [];
      const next = portions(
        known,
        await request(hostEndpoints.hostReports, { query: { decided, ...before(known) } }),
      );
      if (decided) this.decided = next;
      else this.open = next;
    });
  }

  /** Asks for older lines of the log. */
  olderLines(): Promise<boolean> {
    return this.#try(async () => {
      const known = this.log?.all ?? [];
      this.log = portions(known, await request(hostEndpoints.hostLog, { query: before(known) }));
    });
  }

  /** Does something, with a line in the log. Returns whether it was done. */
  act(act: SiteAct, reports: readonly number[] = [], why: string | null = null): Promise<boolean> {
    return this.#try(async () => {
      this.done = false;
      await request(hostEndpoints.actAsHost, { body: { act, reports: [...reports], why } });
      // Whoever has shut out all browsers sees nothing any more.
      if (act.type !== 'end_sessions') await this.#load();
      this.done = true;
    });
  }

  async #try(what: () => Promise<void>): Promise<boolean> {
    const done = await this.requests.run(what);
    if (this.requests.problem) this.done = false;
    return done;
  }
}

function portions<T>(known: readonly T[], next: readonly T[]): Portions<T> {
  return { all: [...known, ...next], more: next.length === PORTION };
}

/** The part of a list that comes after what is known of it. */
function before(known: readonly { number: number }[]): { before?: number } {
  const last = known.at(-1);
  return last ? { before: last.number } : {};
}
