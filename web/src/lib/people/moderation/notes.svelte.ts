/** Brings what shows the news of the host, once there are any. */

import type { Component } from 'svelte';

import { loadMessages } from '../../base/language/messages';
import { deviceNews } from '../person/news.svelte';
import { news } from './news.svelte';

type Shown = Component<{ playing?: boolean }>;

function hasNotes(): boolean {
  return news.notice !== null || news.isPersonal || deviceNews.any;
}

class Notes {
  #shown = $state.raw<Shown | null>(null);
  #started = false;

  /** What shows them at a table; null where there are none. */
  readonly atTable: Shown | null = $derived(hasNotes() ? this.#shown : null);
  /** What shows them elsewhere, where one may be about to begin a game. */
  readonly elsewhere: Shown | null = $derived(news.closed ? this.#shown : this.atTable);

  /** Begins with those that are there. */
  async begin(): Promise<void> {
    await news.load();
    await this.#load();
    this.start();
  }

  /** Begins to ask for them. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    news.start();
    $effect.root(() => {
      $effect(() => {
        if (hasNotes() || news.closed) void this.#load();
      });
    });
  }

  async #load(): Promise<void> {
    if (this.#shown) return;
    try {
      const loaded = [import('./SiteNotes.svelte'), loadMessages('moderation')] as const;
      this.#shown = (await Promise.all(loaded))[0].default;
    } catch {
      // It is tried again with the next news.
    }
  }
}

export const notes = new Notes();
