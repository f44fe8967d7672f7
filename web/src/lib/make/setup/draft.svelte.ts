/** A set-up while it is chosen: what is wrong with it so far, by this page and by the server. */

import { loadProblems } from '../../base/language/problems.svelte';
import { ask } from '../../base/transport';
import { orderOf, type Setup } from './orders';
import { problemFrom, problemsOf, type FieldProblem } from './problems';
import { problemOf } from '../../base/problem';

/** How long nothing is typed before the server is asked. */
const PAUSE_MS = 400;

export class SetupDraft {
  setup = $state.raw<Setup>() as Setup;
  /** What the server has refused last. */
  #refused = $state.raw<FieldProblem | null>(null);
  /** The board of one's own that the server has found good; null where there is none. */
  #good = $state.raw<Setup | null>(null);
  /** Everything that is wrong, each at its field. */
  readonly problems = $derived.by(() => {
    const own = problemsOf(this.setup);
    return this.#refused ? [...own, this.#refused] : own;
  });
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(setup: Setup) {
    this.setup = setup;
    this.#judgeSoon();
  }

  /** Whether the server would lay the board that somebody has written. */
  get boardFits(): boolean {
    return this.#good === this.setup;
  }

  change(setup: Setup): void {
    this.setup = setup;
    // What is written is judged anew; anything else that was refused has been seen to.
    if (this.#refused?.field !== 'own' || setup.board !== 'own') this.#refused = null;
    this.#judgeSoon();
  }

  /** Asks the server for something, and keeps what it refuses. Returns whether it was done. */
  async try(ask: () => Promise<unknown>): Promise<boolean> {
    const { setup } = this;
    this.#refused = null;
    try {
      await ask();
      return true;
    } catch (error) {
      this.#refused = await refusal(error, setup);
      return false;
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #judgeSoon(): void {
    clearTimeout(this.#timer);
    const { setup } = this;
    if (setup.board !== 'own' || !setup.own.trim()) {
      if (this.#refused?.field === 'own') this.#refused = null;
      return;
    }
    this.#timer = setTimeout(() => void this.#judge(setup), PAUSE_MS);
  }

  async #judge(setup: Setup): Promise<void> {
    try {
      await ask({ type: 'check', order: orderOf('', setup) });
      if (setup !== this.setup) return;
      this.#refused = null;
      this.#good = setup;
    } catch (error) {
      // Only what is wrong with the board: the rest is told when the game is to start.
      const refused = await refusal(error, setup);
      if (setup === this.setup && refused.field === 'own') this.#refused = refused;
    }
  }
}

async function refusal(error: unknown, setup: Setup): Promise<FieldProblem> {
  // It is worded once.
  await loadProblems();
  return problemFrom(problemOf(error), setup);
}
