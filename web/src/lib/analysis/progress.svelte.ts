/** An analysis that goes on elsewhere, as the page shows it. */

import type { Choice, SeatSummary, Stroke } from '../protocol';
import { analyse } from './analyst';

/** How far the analysis of a game is, and what it has found. */
export class Progress {
  state = $state<'new' | 'running' | 'done' | 'failed'>('new');
  /** From 0 to 1. */
  part = $state(0);
  choices = $state.raw<readonly Choice[]>([]);
  strokes = $state.raw<readonly Stroke[]>([]);
  /** By seat, of as much as is known; empty before. */
  summaries = $state.raw<readonly SeatSummary[]>([]);

  readonly #leaving = new AbortController();

  constructor(private readonly analyst: typeof analyse = analyse) {}

  /** Judges the whole game, whose record may have to be fetched first. */
  async run(record: () => Promise<string>): Promise<void> {
    if (this.state === 'running' || this.state === 'done') return;
    this.state = 'running';
    this.part = 0;
    try {
      const { signal } = this.#leaving;
      await this.analyst(
        await record(),
        (known, part) => {
          this.choices = [...known.choices];
          this.strokes = [...known.strokes];
          this.summaries = known.summaries;
          this.part = part;
        },
        signal,
      );
      this.state = signal.aborted ? 'new' : 'done';
    } catch {
      this.state = 'failed';
    }
  }

  /** Asks for no more: nobody looks any more. */
  stop(): void {
    this.#leaving.abort();
  }
}
