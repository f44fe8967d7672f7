/**
 * Calls a player back to a page that is hidden: in its title, on its icon, and, where the player wants
 * it, by a notification of the system.
 */

import { status } from '../game/status';
import { notify } from '../../base/notify';
import { settings } from '../../base/settings.svelte';
import type { TableSession } from './session.svelte';

/** Calls the player of one table. Create it while a component is being set up. */
export class Summons {
  #hidden = $state(document.hidden);
  /** What the player had to do when they last saw the page or were last notified. */
  #known: string | null = null;
  /** Takes the last notification back. */
  #close: () => void = () => undefined;

  /** What the player has to do, or is invited to; null where others are to act. */
  readonly #due: string | null = $derived.by(() => {
    const { snapshot } = this.session.store;
    if (!snapshot) return null;
    const { text, tone } = status(snapshot);
    return tone === 'act' ? text : (this.session.invitation?.text ?? null);
  });

  /** Whether the page is hidden and the player has to act. */
  readonly isDue: boolean = $derived(this.#hidden && this.#due !== null);

  constructor(private readonly session: TableSession) {
    $effect(() => {
      const look = () => (this.#hidden = document.hidden);
      document.addEventListener('visibilitychange', look);
      return () => {
        document.removeEventListener('visibilitychange', look);
      };
    });
    $effect(() => {
      badge(this.isDue);
      return () => {
        badge(false);
      };
    });
    $effect(() => {
      if (!this.#hidden) this.#close();
      else if (this.#due && this.#due !== this.#known) this.#notify(this.#due);
      this.#known = this.#due;
    });
  }

  #notify(text: string): void {
    if (settings.notify) this.#close = notify(text, this.session.id);
  }
}

/** Marks the icon of an installed page, where the system can. */
function badge(on: boolean): void {
  if (!('setAppBadge' in navigator)) return;
  const done = on ? navigator.setAppBadge() : navigator.clearAppBadge();
  done.catch(() => undefined);
}
