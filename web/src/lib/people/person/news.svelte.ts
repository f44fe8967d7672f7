/** What there is to say about the devices of whoever looks: which ones have come, and that this one was removed. */

import type { DeviceNews, NewcomerAnswer } from '../../base/protocol';
import * as deviceEndpoints from '../../base/protocol/endpoints/devices';
import { request } from '../../base/transport';

/** Set once it was read here that this device was removed. */
const KEY = 'brickwood.removed';

class News {
  #told = $state.raw<DeviceNews | null>(null);
  #closed = $state(hasClosed());

  /** The devices that came after this one and that nobody has answered. */
  readonly newcomers = $derived(this.#told?.newcomers ?? []);
  /** Of whose devices this one was removed; null if it was not, or if that was read. */
  readonly removedFrom = $derived(this.#closed ? null : (this.#told?.removed_from ?? null));
  /** Whether there is anything to say. */
  readonly any: boolean = $derived(this.newcomers.length > 0 || this.removedFrom !== null);

  /** Asks now. */
  async load(): Promise<void> {
    this.#told = await request(deviceEndpoints.deviceNews);
    // Whoever is somebody again may be removed again.
    if (!this.#told.removed_from) this.#close(false);
  }

  /** Says something about a device that has come. */
  async answer(id: string, answer: NewcomerAnswer): Promise<void> {
    await request(deviceEndpoints.answerNewcomer, { id, body: { answer } });
    await this.load();
  }

  /** Removes a device that has come. */
  async remove(id: string): Promise<void> {
    await request(deviceEndpoints.removeDevice, { id });
    await this.load();
  }

  /** It was read that this device was removed. */
  closeRemoved(): void {
    this.#close(true);
  }

  #close(closed: boolean): void {
    if (this.#closed === closed) return;
    this.#closed = closed;
    try {
      if (closed) localStorage.setItem(KEY, '1');
      else localStorage.removeItem(KEY);
    } catch {
      // Then it is so while the page is open.
    }
  }
}

function hasClosed(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export const deviceNews = new News();
