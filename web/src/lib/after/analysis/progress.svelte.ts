/** An analysis that goes on elsewhere, as the page shows it. */

import type { Choice, Seat, SeatSummary, Stroke } from '../../base/protocol';
import { analyse } from './analyst';

/** How often what is found is shown while more is looked for: to draw it takes time that a phone does not have twice. */
const SHOWN_MS = 300;

/** How far the analysis of a game is, and what it has found. */
export class Progress {
  state = $state<'new' | 'running' | 'done' | 'failed'>('new');
  /** How much of the work is done, from 0 to 1. */
  part = $state(0);
  /** The seats that are judged before all others, and how much of that is done. */
  first = $state.raw<readonly Seat[]>([]);
  firstPart = $state(0);
  choices = $state.raw<readonly Choice[]>([]);
  strokes = $state.raw<readonly Stroke[]>([]);
  /** By seat, of as much as is known; empty before. */
  summaries = $state.raw<readonly SeatSummary[]>([]);

  readonly #leaving = new AbortController();

  constructor(private readonly analyst: typeof analyse = analyse) {}

  /** Whether a seat's choices are judged. */
  isJudged(seat: Seat): boolean {
    return this.state === 'done' || (this.firstPart === 1 && this.first.includes(seat));
  }

  /** How much is done of the work until a seat is judged, from 0 to 1. */
  partOf(seat: Seat): number {
    return this.first.includes(seat) ? this.firstPart : this.part;
  }

  /**
   * Judges the whole game, whose record may have to be fetched first: some seats, and once `between` is done, the
   * others.
   */
  async run(
    record: () => Promise<string>,
    first: readonly Seat[] = [],
    between?: () => Promise<void>,
  ): Promise<void> {
    if (this.state === 'running' || this.state === 'done') return;
    this.state = 'running';
    this.first = first;
    this.part = this.firstPart = 0;
    try {
      const { signal } = this.#leaving;
      let shown = 0;
      await this.analyst(
        await record(),
        (known, done) => {
          const isWhole = done.all === 1 || (done.first === 1 && this.firstPart < 1);
          if (isWhole || performance.now() - shown > SHOWN_MS) {
            shown = performance.now();
            this.choices = [...known.choices];
            this.strokes = [...known.strokes];
            this.summaries = known.summaries;
          }
          this.part = done.all;
          this.firstPart = done.first;
        },
        { first, signal, ...(between && { between }) },
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
