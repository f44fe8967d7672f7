/** What a seat can learn from a game: its mistakes, each as a question. */

import type { Progress } from '../../after/analysis/progress.svelte';
import { PosedQuestion } from '../exercise/posed.svelte';
import type { Miss, Seat } from '../../base/protocol';
import { prepareStudy, study } from '../../base/transport/study';
import { byStep, isFirst, MOST } from './moments';

/** How often somebody may try. */
const TRIES = 2;
/** The part of the work before the choices are judged; the rest asks what was better than the worst of them. */
const JUDGED = 0.8;
/** How often it is looked whether a seat is judged. */
const WAIT_MS = 30;

/** A mistake, and the question what would have been better. */
export interface PosedMoment extends Miss {
  readonly question: PosedQuestion;
}

/** The mistakes of a seat, which are found once its game is analyzed. */
export class Mistakes {
  state = $state<'new' | 'looking' | 'done' | 'failed'>('new');
  /** Those that weigh most, and any others that were asked for: in the order of the game. */
  shown = $state.raw<readonly PosedMoment[]>([]);
  /** All others, as far as they are found: they are looked for while the reader is at the first. */
  others = $state.raw<readonly PosedMoment[]>([]);
  /** Which part of the first moments is found, from 0 to 1. */
  #posed = $state(0);

  constructor(
    readonly analysis: Progress,
    readonly seat: Seat,
  ) {}

  /** How much of the work is done, from 0 to 1: all of it once there is something to look at. */
  get part(): number {
    return JUDGED * this.analysis.partOf(this.seat) + (1 - JUDGED) * this.#posed;
  }

  /** Finds them. The record of the game may have to be fetched first. */
  async find(record: () => Promise<string>): Promise<void> {
    if (this.state === 'looking' || this.state === 'done') return;
    this.state = 'looking';
    prepareStudy();
    const text = record();
    let goOn = () => {};
    // What the others did can wait.
    const between = new Promise<void>((resolve) => (goOn = resolve));
    void this.analysis.run(
      () => text,
      [this.seat],
      () => between,
    );
    try {
      await this.#judged();
      if (!this.analysis.isJudged(this.seat)) {
        this.state = 'failed';
        return;
      }
      const rest = [...(this.analysis.summaries[this.seat]?.misses ?? [])];
      const first: PosedMoment[] = [];
      for (let moment = rest[0]; moment && isFirst(first, moment); moment = rest[0]) {
        rest.shift();
        first.push(...(await this.#pose(await text, moment)));
        const wanted = Math.min(MOST, first.length + rest.length);
        this.#posed = Math.max(this.#posed, wanted ? first.length / wanted : 1);
      }
      this.shown = first.sort(byStep);
      this.#posed = 1;
      this.state = 'done';
      void this.#goOn(await text, rest).catch(() => {
        // What was found is there.
      });
    } catch {
      this.state = 'failed';
    } finally {
      goOn();
    }
  }

  /** While the reader is at the first moments: the reasons there, the other moments, and the reasons there. */
  async #goOn(record: string, rest: readonly Miss[]): Promise<void> {
    await this.#explain(record, this.shown);
    const others: PosedMoment[] = [];
    for (const moment of rest) {
      const posed = await this.#pose(record, moment);
      others.push(...posed);
      this.others = [...this.others, ...posed].sort(byStep);
    }
    await this.#explain(record, others.sort(byStep));
  }

  async #explain(record: string, moments: readonly PosedMoment[]): Promise<void> {
    for (const { step, question } of moments) {
      const { reasons } = await study({ type: 'reconsider', record, step, reasons: true });
      question.explain(reasons);
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
  async #pose(record: string, moment: Miss): Promise<PosedMoment[]> {
    const { step } = moment;
    const { exercise, worth, chosen } = await study({
      ...{ type: 'reconsider', record, step, reasons: false },
    });
    const question = new PosedQuestion(exercise, worth, { done: chosen, tries: TRIES });
    return question.done && question.done.rank > 1 ? [{ ...moment, question }] : [];
  }

  /** Waits until the seat is judged, by whoever has begun that. */
  async #judged(): Promise<void> {
    while (this.analysis.state === 'running' && !this.analysis.isJudged(this.seat)) {
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
