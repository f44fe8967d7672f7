/** The host's page, as the server knows it. */

import type {
  HostLogLine,
  HostPage,
  HostTable,
  ReportCard,
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
  /** Where the next portion begins; null if there are no older ones. */
  readonly next: number | null;
}

export class Administration {
  page = $state.raw<HostPage | null>(null);
  /** What is switched on; null until the server has told. */
  features = $state.raw<SiteFeatures | null>(null);
  open = $state.raw<Portions<ReportCard> | null>(null);
  decided = $state.raw<Portions<ReportCard> | null>(null);
  tables = $state.raw<Portions<HostTable> | null>(null);
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
    this.open = { all: open.cards, next: open.next };
    this.tables = { all: tables.tables, next: tables.next };
    this.log = { all: log.lines, next: log.next };
    if (this.decided) await this.#loadDecided();
  }

  async #loadDecided(): Promise<void> {
    const { cards, next } = await request(hostEndpoints.hostReports, { query: { decided: true } });
    this.decided = { all: cards, next };
  }

  /** Asks for the reports that are decided. */
  loadDecided(): Promise<boolean> {
    return this.#try(() => this.#loadDecided());
  }

  /** Asks for older reports. */
  olderReports(decided: boolean): Promise<boolean> {
    return this.#try(async () => {
      const known = decided ? this.decided : this.open;
      if (!known || known.next === null) return;
      const query = { decided, before: known.next };
      const { cards, next } = await request(hostEndpoints.hostReports, { query });
      const all = { all: [...known.all, ...cards], next };
      if (decided) this.decided = all;
      else this.open = all;
    });
  }

  /** Asks for older tables. */
  olderTables(): Promise<boolean> {
    return this.#try(async () => {
      if (!this.tables || this.tables.next === null) return;
      const query = { skip: this.tables.next };
      const { tables, next } = await request(hostEndpoints.hostTables, { query });
      this.tables = { all: [...this.tables.all, ...tables], next };
    });
  }

  /** Asks for older lines of the log. */
  olderLines(): Promise<boolean> {
    return this.#try(async () => {
      if (!this.log || this.log.next === null) return;
      const query = { before: this.log.next };
      const { lines, next } = await request(hostEndpoints.hostLog, { query });
      this.log = { all: [...this.log.all, ...lines], next };
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

  /** Has the server make a backup, which may take longer than its answer. */
  backUp(): Promise<boolean> {
    return this.#try(async () => {
      this.done = false;
      await request(hostEndpoints.makeBackup);
      await this.#load();
      this.done = true;
    });
  }

  async #try(what: () => Promise<void>): Promise<boolean> {
    const done = await this.requests.run(what);
    if (this.requests.problem) this.done = false;
    return done;
  }
}
