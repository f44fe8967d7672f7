import { untrack } from 'svelte';

import type { Utterance } from '../game/announce';

/** How many sentences stay in a live region: what is older has been read. */
const KEPT = 4;

/** A sentence in a live region. */
export interface Spoken {
  readonly id: number;
  readonly text: string;
}

/**
 * The one voice of a page: a queue of sentences for its two live regions. Every sentence is an
 * element of its own, so that none replaces another that is still being read, and the same words
 * twice are heard twice.
 */
export class Announcer {
  polite = $state.raw<readonly Spoken[]>([]);
  urgent = $state.raw<readonly Spoken[]>([]);
  /** Is told of every sentence, to write it down. */
  listener: ((text: string, urgent: boolean) => void) | null = null;
  #count = 0;

  /** Says something when there is a pause. */
  say(text: string): void {
    if (text) this.polite = this.#with(text, false, () => this.polite);
  }

  /** Says something at once. */
  call(text: string): void {
    if (text) this.urgent = this.#with(text, true, () => this.urgent);
  }

  /** Says these one after the other. */
  announce(utterances: readonly Utterance[]): void {
    for (const { text, urgent } of utterances) {
      if (urgent) this.call(text);
      else this.say(text);
    }
  }

  /** The queue with one more sentence. An effect that speaks must not run again because it spoke. */
  #with(text: string, urgent: boolean, queue: () => readonly Spoken[]): readonly Spoken[] {
    this.#count += 1;
    this.listener?.(text, urgent);
    return [...untrack(queue), { id: this.#count, text }].slice(-KEPT);
  }
}
