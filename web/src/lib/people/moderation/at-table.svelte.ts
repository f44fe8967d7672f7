/** Moderation at a table: what can be done about the people there, and what the host of the site has to tell. */

import type { Component } from 'svelte';

import type { Chat } from '../../play/chat/chat.svelte';
import { dateAndTime } from '../../base/language/format';
import { loadMessages, t } from '../../base/language/messages';
import type { ChatLine, Seat } from '../../base/protocol';
import { news } from './news.svelte';
import { notes } from './notes.svelte';
import type { AboutPeople, Somebody } from './somebody';

/** What is drawn of it. */
type Dialog = Component<{ table: string; chat: Chat; about: Somebody; onclose: () => void }>;

/** Moderation at one table. */
export class TableModeration implements AboutPeople {
  /** Who is being looked at; null where nobody is. */
  about = $state.raw<Somebody | null>(null);
  /** What shows that; null until somebody is looked at. */
  Dialog = $state.raw<Dialog | null>(null);

  constructor(
    readonly table: string,
    readonly chat: Chat,
    /** Told where a part of the page cannot be loaded. */
    private readonly onmissing: () => void,
  ) {}

  /** Begins. The function that it returns ends it. */
  start(): () => void {
    notes.start();
    return $effect.root(() => {
      $effect(() => {
        this.chat.people = news.isModerated ? this : null;
      });
    });
  }

  /** What shows what the host has to tell; null where there is nothing. */
  get Notes() {
    return notes.atTable;
  }

  get text(): string {
    return t('moderation.open');
  }

  get silence(): string | null {
    const suspension = news.told?.sanctions.suspension;
    if (!suspension) return null;
    const { until_ms, reason } = suspension;
    return t('moderation.suspended', { until: dateAndTime(until_ms), reason });
  }

  textFor(name: string): string {
    return t('moderation.about', { name });
  }

  textOf(line: ChatLine): string {
    return t('moderation.openLine', { name: line.name });
  }

  has(seat: Seat): boolean {
    const { snapshot } = this.chat.store;
    const info = snapshot?.seats[seat];
    const isPerson = info?.kind.type === 'human' && info.name !== null;
    return news.isModerated && isPerson && !snapshot?.table.yours.includes(seat);
  }

  seat(seat: Seat): void {
    const name = this.chat.store.snapshot?.seats[seat]?.name;
    if (name) void this.#look({ seat, name, line: null });
  }

  line(line: ChatLine): void {
    void this.#look({ seat: line.seat, name: line.name, line });
  }

  async #look(about: Somebody): Promise<void> {
    try {
      const loaded = [import('./PersonDialog.svelte'), loadMessages('moderation')] as const;
      this.Dialog = (await Promise.all(loaded))[0].default;
      this.about = about;
    } catch {
      this.onmissing();
    }
  }

  /** Looks at nobody any more. */
  close(): void {
    this.about = null;
  }
}
