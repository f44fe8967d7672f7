/** Looks into the heads of the bots of a finished game, decision by decision. */

import type { Level, Look, Replay, Seat } from '../../base/protocol';
import { LEVELS } from '../../base/levels';
import { recordOf } from '../../base/transport/record';
import { study } from '../../base/transport/study';

/** A decision of a bot. */
export interface Decision {
  /** Which step it was, from 1. */
  readonly step: number;
  readonly seat: Seat;
  readonly level: Level;
}

/** The decision that a step was, from 1; null where chance, a person or a program of others made it. */
export function decisionAt(replay: Replay, step: number): Decision | null {
  // `2 road c3e`: the seat comes first, and from 1.
  const seat = Number(/^(\d) /.exec(replay.steps[step - 1]?.text ?? '')?.[1] ?? 0) - 1;
  const kind = replay.seats[seat]?.kind;
  const level = kind?.type === 'bot' && LEVELS.find((each) => each === kind.level);
  return level ? { step, seat, level } : null;
}

/** The first decision after this step in which more can be done than to roll. */
export function nextDecision(replay: Replay, after: number): Decision | null {
  for (let step = after + 1; step <= replay.steps.length; step++) {
    const decision = decisionAt(replay, step);
    if (decision && !replay.steps[step - 1]?.text.endsWith(' roll')) return decision;
  }
  return null;
}

/** Asks about the decisions of a game. */
export class PastLook {
  failed = $state(false);

  #told = $state.raw<{ readonly step: number; readonly look: Look } | null>(null);
  #asked = 0;
  #record: Promise<string> | null = null;

  /** `record` is what was opened; null for a table. */
  constructor(
    private readonly replay: Replay,
    private readonly record: string | null,
  ) {}

  /** What is known of the decision that a step was; null while nothing is. */
  look(step: number): Look | null {
    return this.#told?.step === step ? this.#told.look : null;
  }

  /** Asks about one. */
  async ask(step: number): Promise<void> {
    this.#asked = step;
    this.failed = false;
    if (this.look(step)) return;
    try {
      this.#record ??=
        this.record === null ? recordOf(this.replay.table.id) : Promise.resolve(this.record);
      const record = await this.#record;
      // The reader may have gone on while it came.
      if (this.#asked !== step) return;
      const look = await study({ type: 'look', record, step });
      if (this.#asked === step) this.#told = { step, look };
    } catch {
      this.#record = null;
      if (this.#asked === step) this.failed = true;
    }
  }
}
