/** What a seat can learn from a game: its mistakes, each as a question. */

import type { Progress } from '../analysis/progress.svelte';
import { PosedQuestion } from '../exercise/posed.svelte';
import type { Seat } from '../protocol';
import { study } from '../transport/study';
import { byStep, firstOf, momentsOf, type Moment } from './moments';

/** How often somebody may try. */
const TRIES = 2;
/** How often it is looked whether an analysis is done. */
const WAIT_MS = 100;

/** A mistake, and the question what would have been better. */
export interface PosedMoment extends Moment {
  readonly question: PosedQuestion;
}

/** The mistakes of a seat, which are found once its game is analyzed. */
export class Mistakes {
  state = $state<'new' | 'looking' | 'done' | 'failed'>('new');
  /** Those that weigh most, and any others that were asked for: in the order of the game. */
  shown = $state.raw<readonly PosedMoment[]>([]);
  /** All others. */
  others = $state.raw<readonly PosedMoment[]>([]);

  constructor(
    readonly analysis: Progress,
    readonly seat: Seat,
  ) {}

  /** Finds them. The record of the game may have to be fetched first. */
  async find(record: () => Promise<string>): Promise<void> {
    if (this.state === 'looking' || this.state === 'done') return;
    this.state = 'looking';
    try {
      const text = record();
      await this.analysis.run(() => text);
      await this.#analysed();
      if (this.analysis.state !== 'done') {
        this.state = 'failed';
        return;
      }
      const found = await this.#pose(await text);
      const first = firstOf(found);
      this.shown = found.slice(0, first).sort(byStep);
      this.others = found.slice(first).sort(byStep);
      this.state = 'done';
    } catch {
      this.state = 'failed';
    }
  }

  /** Shows all others, too. Returns how many there are before them. */
  showMore(): number {
    const before = this.shown.length;
    this.shown = [...this.shown, ...this.others];
    this.others = [];
    return before;
  }

  /** Asks what was better. Where that is within the doubt, nothing is known to be a mistake. */
  async #pose(record: string): Promise<PosedMoment[]> {
    const found: PosedMoment[] = [];
    for (const moment of momentsOf(this.analysis.choices, this.seat)) {
      const { step } = moment;
      const { exercise, worth, chosen } = await study({ type: 'reconsider', record, step });
      const question = new PosedQuestion(exercise, worth, { done: chosen, tries: TRIES });
      if (question.done && question.done.rank > 1) found.push({ ...moment, question });
    }
    return found;
  }

  /** Waits for an analysis that somebody else has begun. */
  async #analysed(): Promise<void> {
    while (this.analysis.state === 'running') {
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  }
}

const known = new WeakMap<Progress, Mistakes[]>();

/** The mistakes of a seat in an analyzed game: what is found once is not looked for again. */
export function mistakesOf(analysis: Progress, seat: Seat): Mistakes {
  const seats = known.get(analysis) ?? [];
  known.set(analysis, seats);
  return (seats[seat] ??= new Mistakes(analysis, seat));
}
