/** Where a reader of a finished game is, and how it goes on. */

import type { Replay } from '../../base/protocol';
import { turnFrom } from './snapshots';
import type { Speed } from './speeds';

const STEP_MS = 1000;

/** Goes through a game, step by step. */
export class Player {
  /** How many steps have been taken. */
  at = $state(0);
  playing = $state(false);
  speed = $state<Speed>(2);

  readonly last: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly replay: Replay,
    at = 0,
  ) {
    this.last = replay.steps.length;
    this.at = this.#within(at);
  }

  /** Goes to a step. */
  go(at: number): void {
    this.at = this.#within(at);
  }

  /** Goes some steps on or back, and pauses there. */
  step(by: number): void {
    this.pause();
    this.go(this.at + by);
  }

  /** Goes to where the next turn begins, or this one or the one before, and pauses there. */
  turn(by: 1 | -1): void {
    this.pause();
    this.go(turnFrom(this.replay, this.at, by));
  }

  /** Plays, or pauses. At the end it begins anew. */
  toggle(): void {
    if (this.playing) {
      this.pause();
      return;
    }
    if (this.at === this.last) this.at = 0;
    this.playing = true;
    this.#wait();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      this.go(this.at + 1);
      if (this.at < this.last) this.#wait();
      else this.playing = false;
    }, STEP_MS / this.speed);
  }

  #within(at: number): number {
    return Math.min(this.last, Math.max(0, Math.trunc(at) || 0));
  }
}
