/** What an analysis has found, as it is worth showing: every event and every mistake once. */

import type { MarkKind } from '../../base/charts/lines';
import type {
  Choice,
  GameStatistics,
  Moment,
  Seat,
  SeatSummary,
  Stroke,
} from '../../base/protocol';
import { actionEnd, eventsOf, isGreat, seatsOf, SWING } from '../statistics/moments';

/** A mistake, at the turn on which it cost most. */
export interface Mistake {
  readonly choice: Choice;
  /** On how many turns of the seat the same was left out. */
  readonly turns: number;
}

/** Something that is worth a look: what happened at one action, what luck there was in it, and what was better. */
export interface Finding {
  /** The last step of it. */
  readonly step: number;
  readonly turn: number;
  readonly events: readonly Moment[];
  readonly luck: Stroke | null;
  readonly mistake: Mistake | null;
}

/** What is known of the choices and the luck in a game. */
export interface Judged {
  readonly choices: readonly Choice[];
  readonly strokes: readonly Stroke[];
  /** By seat. */
  readonly summaries: readonly Pick<SeatSummary, 'misses'>[];
}

/** What a choice cost, as a part of the chance to win. */
export function costOf({ chance, best_chance: best, grade }: Choice): number {
  return grade === 'forced' ? 0 : Math.max(0, best - chance);
}

/** The seat to which a stroke meant most, and how much. */
export function mostChanged({ changes }: Stroke): { seat: number; change: number } {
  return changes.reduce(
    (most, change, seat) => (Math.abs(change) > Math.abs(most.change) ? { seat, change } : most),
    { seat: 0, change: 0 },
  );
}

/** Whether something else was better. That the dice should have come first tells nobody why. */
export function isWorse({ grade, best }: Choice): boolean {
  return grade !== 'forced' && grade !== 'good' && best.type !== 'roll';
}

/** Mistakes, blunders, great luck, and what happened besides where that is counted, in the order of the game. */
export function findings(
  { choices, strokes, summaries }: Judged,
  counted: Counted | null = null,
  isTold: (moment: Moment) => boolean = isGreat,
): Finding[] {
  const found = counted ? eventsOf(counted, isTold).map(eventFound) : [];
  const end = (step: number) => (counted ? actionEnd(counted.timeline, step) : step);
  for (const luck of strokes.filter((of) => Math.abs(mostChanged(of).change) >= SWING)) {
    const { step, turn } = luck;
    const at = found.findIndex((each) => end(each.step) === end(step));
    const event = found[at];
    if (event) found[at] = { ...event, luck };
    else found.push({ step, turn, luck, events: [], mistake: null });
  }
  for (const mistake of mistakesOf(choices, summaries)) {
    const { step, turn } = mistake.choice;
    const at = found.findIndex(
      (each) => each.step === step || each.events.some((moment) => moment.step === step),
    );
    const event = found[at];
    if (event) found[at] = { ...event, mistake };
    else found.push({ step, turn, mistake, events: [], luck: null });
  }
  return found.sort((a, b) => a.step - b.step);
}

type Counted = Pick<GameStatistics, 'moments' | 'timeline'>;

function eventFound(events: Moment[]): Finding {
  const { step, turn } = events.reduce((last, each) => (each.step > last.step ? each : last));
  return { step, turn, events, luck: null, mistake: null };
}

/** The mistakes of all seats, each once, however often the same was left out. */
function mistakesOf(choices: readonly Choice[], summaries: Judged['summaries']): Mistake[] {
  const at = new Map(choices.map((choice) => [choice.step, choice]));
  return summaries
    .flatMap(({ misses }) => misses)
    .flatMap(({ step, turns }) => {
      const choice = at.get(step);
      return choice && isWorse(choice) && choice.grade !== 'inaccuracy' ? [{ choice, turns }] : [];
    });
}

/** The step to stand on for a look at it: a mistake is looked at before it is made. */
export function lookAt({ step, mistake }: Finding): number {
  return mistake ? mistake.choice.step - 1 : step;
}

/** What marks it. */
export function markOf({ luck, mistake }: Finding): MarkKind {
  if (mistake) return 'mistake';
  if (!luck) return 'award';
  return mostChanged(luck).change < 0 ? 'bad_luck' : 'good_luck';
}

/** Whom it is about. */
export function aboutWhom({ events, luck, mistake }: Finding): ReadonlySet<Seat> {
  return new Set([
    ...events.flatMap(seatsOf),
    ...(luck ? [luck.seat, mostChanged(luck).seat] : []),
    ...(mistake ? [mistake.choice.seat] : []),
  ]);
}
