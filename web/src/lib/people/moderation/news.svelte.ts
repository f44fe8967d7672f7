/** What the host of the site has to tell, to all and to whoever looks: asked now and then while somebody looks. */

import type { FromHost, ReadFromHost, SiteInfo, SiteNotice } from '../../base/protocol';
import * as siteEndpoints from '../../base/protocol/endpoints/site';
import * as moderationEndpoints from '../../base/protocol/endpoints/moderation';
import { offer } from '../../base/offer';
import { reach } from '../../base/reach.svelte';
import { settings } from '../../base/settings.svelte';
import { STATIC } from '../../base/site';
import { request } from '../../base/transport';
import { deviceNews } from '../person/news.svelte';

/** How old the news may be while the page is looked at. */
const AGE_MS = 60_000;

/** The refusals behind which there is something to read. */
const TELLING: ReadonlySet<string> = new Set([
  'suspended',
  'unread_warning',
  'name_refused',
  'site_closed',
]);

/** The message to all that was closed here. */
const KEY = 'brickwood.notice';

class News {
  #site = $state.raw<SiteInfo | null>(null);
  #told = $state.raw<FromHost | null>(null);
  #closedNotice = $state(closedNotice());
  #started = false;
  #asked = 0;

  /** Whether people can block and report others here. */
  readonly isModerated: boolean = $derived(this.#site?.features.moderation ?? false);
  /** Whether the site takes no new games. */
  readonly closed: boolean = $derived(this.#site?.closed ?? false);
  /** The message to all, unless it was closed here. */
  readonly notice: SiteNotice | null = $derived.by(() => {
    const notice = this.#site?.notice;
    return notice && notice.at_ms !== this.#closedNotice ? notice : null;
  });
  /** What the host has to tell the reader; null where there is nothing. */
  readonly told: FromHost | null = $derived(this.isModerated ? this.#told : null);
  /** The name that the reader goes by and may not have; null where they may. */
  readonly refusedName: string | null = $derived.by(() => {
    const name = settings.name.trim().toLowerCase();
    const refused = this.told?.sanctions.refused_names ?? [];
    return refused.find((other) => other.toLowerCase() === name) ?? null;
  });
  /** Whether the reader alone is told something. */
  readonly isPersonal: boolean = $derived.by(() => {
    const { told } = this;
    const { warning, suspension } = told?.sanctions ?? {};
    const waiting = told?.open_reports;
    return Boolean(warning ?? suspension ?? this.refusedName ?? (told?.reports.length || waiting));
  });

  /** Begins to ask. */
  start(): void {
    if (this.#started || STATIC) return;
    this.#started = true;
    void this.load();
    reach.onrefused = (code) => {
      if (TELLING.has(code)) void this.load();
    };
    reach.ondevices = () => void this.#loadDevices();
    setInterval(() => {
      this.#renew();
    }, AGE_MS);
    document.addEventListener('visibilitychange', () => {
      this.#renew();
    });
  }

  #renew(): void {
    const isOld = Date.now() - this.#asked >= AGE_MS;
    if (isOld && document.visibilityState === 'visible') void this.load();
  }

  /** Asks now. */
  async load(): Promise<void> {
    this.#asked = Date.now();
    try {
      // What every page asks for is asked for once.
      this.#site = await (this.#site ? request(siteEndpoints.site) : offer());
      await this.#loadDevices();
      if (this.#site.features.moderation) this.#told = await request(moderationEndpoints.fromHost);
    } catch {
      // The page does without, and asks again later.
    }
  }

  async #loadDevices(): Promise<void> {
    if (!this.#site?.features.devices) return;
    try {
      await deviceNews.load();
    } catch {
      // The page does without, and asks again later.
    }
  }

  /** The reader has read some of it. */
  async haveRead(read: ReadFromHost): Promise<void> {
    await request(moderationEndpoints.haveRead, { body: read });
    await this.load();
  }

  /** The reader wants the message to all out of the way. */
  closeNotice(): void {
    const at = this.#site?.notice?.at_ms;
    if (at === undefined) return;
    this.#closedNotice = at;
    try {
      localStorage.setItem(KEY, String(at));
    } catch {
      // Then it is closed while the page is open.
    }
  }
}

function closedNotice(): number | null {
  try {
    return Number(localStorage.getItem(KEY)) || null;
  } catch {
    return null;
  }
}

export const news = new News();
