/** Under which addresses others reach this page's server. */

import { problemOf, type AnyProblem } from '../../base/problem';
import type { Addresses } from '../../base/protocol';
import * as siteEndpoints from '../../base/protocol/endpoints/site';
import { STATIC } from '../../base/site';
import { request } from '../../base/transport';
import { wayIn, type WayIn } from './way-in';

class AddressBook {
  #known = $state.raw<Addresses | null>(null);
  /** What kept the server from being opened or closed. */
  problem = $state.raw<AnyProblem | null>(null);
  /** Whether the server is being opened or closed. */
  busy = $state(false);

  /** How others come; null until the server has said. */
  readonly wayIn: WayIn | null = $derived(wayIn(this.#known, location));
  /** Whether the reader can open the server to the home network. */
  readonly canOpen: boolean = $derived(this.#known?.type === 'machine' && this.#known.can_open);
  /** Whether the reader can close it again. */
  readonly canClose: boolean = $derived(this.#known?.type === 'network' && this.#known.can_close);
  /** Whether it has been open for a while, and nobody has come. */
  readonly unvisited: boolean = $derived(this.#known?.type === 'network' && this.#known.unvisited);

  /** Asks the server. The machine may have joined another network since the last time. */
  async load(): Promise<void> {
    if (STATIC) return;
    try {
      this.#known = await request(siteEndpoints.addresses);
    } catch {
      // What was known last may still hold.
    }
  }

  /** Opens the server to the home network. Returns whether that was possible. */
  open(): Promise<boolean> {
    return this.#change(siteEndpoints.openToHome);
  }

  /** Closes the server to the home network. Returns whether that was possible. */
  close(): Promise<boolean> {
    return this.#change(siteEndpoints.closeToHome);
  }

  async #change(way: typeof siteEndpoints.openToHome): Promise<boolean> {
    this.busy = true;
    this.problem = null;
    try {
      this.#known = await request(way);
      return true;
    } catch (error) {
      this.problem = problemOf(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}

export const addressBook = new AddressBook();
