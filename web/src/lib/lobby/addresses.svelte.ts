/** Under which addresses others reach this page's server. */

import { problemOf, type AnyProblem } from '../problem';
import type { Addresses } from '../protocol';
import { STATIC } from '../site';
import { server } from '../transport';
import { wayIn, type WayIn } from './way-in';

class AddressBook {
  #known = $state.raw<Addresses | null>(null);
  /** What kept the server from being opened. */
  problem = $state.raw<AnyProblem | null>(null);
  /** Whether the server is being opened. */
  busy = $state(false);

  /** How others come; null until the server has said. */
  readonly wayIn: WayIn | null = $derived(wayIn(this.#known, location));

  /** Asks the server. The machine may have joined another network since the last time. */
  async load(): Promise<void> {
    if (STATIC) return;
    try {
      this.#known = await server.ask({ type: 'addresses' });
    } catch {
      // What was known last may still hold.
    }
  }

  /** Opens the server to the home network. Returns whether that was possible. */
  async open(): Promise<boolean> {
    this.busy = true;
    this.problem = null;
    try {
      this.#known = await server.ask({ type: 'open_to_home' });
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
