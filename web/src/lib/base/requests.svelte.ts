/** What a part of the page asks of a server. */

import { problemOf, type AnyProblem } from './problem';

/** Requests, one at a time: whether one is on its way, and why the last one failed. */
export class Requests {
  busy = $state(false);
  problem = $state.raw<AnyProblem | null>(null);

  /** Returns whether it was done. While another is on its way, nothing is. */
  async run(what: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = null;
    try {
      await what();
      return true;
    } catch (error) {
      this.problem = problemOf(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
