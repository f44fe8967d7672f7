/** Draws the chance of a finished game again, in the reader's own browser. */

import type { FairDraw, FairInfo, Replay } from '../../base/protocol';
import { compare, type Memory, type MemoryVerdict } from './memory';
import { commitmentOf, keyOf, numberBelow, SCHEME } from './scheme';

export interface Verdict {
  /** Whether everything is as it had to be, as far as a browser can say. */
  fair: boolean;
  /** Whether this page knows the scheme; if not, it says nothing of the rest. */
  known: boolean;
  /** Whether the secret is the one that was committed to. */
  commitment: boolean;
  /** Whether each step that chance decided after the opening is one of the draws, in order. */
  complete: boolean;
  draws: DrawVerdict[];
  /** Whether it agrees with what this browser remembers; null where it remembers nothing. */
  memory: MemoryVerdict | null;
}

export interface DrawVerdict {
  draw: FairDraw;
  fair: boolean;
  /** What had to be drawn, in the notation of steps; none if the draw itself makes no sense. */
  due: string | null;
  /** The number that was drawn, below the sum of the weights. */
  number: number | null;
}

/**
 * The verdict on a finished game; none where it does not say from what its chance followed.
 *
 * Which cards could be drawn, and how likely each was, this page takes from the replay, for it knows
 * no rules: `brickwood verify` works that out itself, and the board too. Throws are checked in full.
 */
export function verify(
  replay: Pick<Replay, 'steps' | 'fair'>,
  memory: Memory | null = null,
): Verdict | null {
  const { fair } = replay;
  if (!fair) return null;
  const known = fair.scheme === SCHEME;
  const key = known ? attempt(() => keyOf(fair.secret, fair.table, fair.seeds)) : null;
  const commitment =
    known && attempt(() => commitmentOf(fair.secret, fair.table)) === fair.commitment;
  const complete = isComplete(replay.steps, fair);
  const draws = known ? fair.draws.map((draw, at) => verdictOf(draw, at + 1, key)) : [];
  const remembered = memory && compare(fair, memory);
  return {
    fair:
      known &&
      commitment &&
      complete &&
      draws.every((draw) => draw.fair) &&
      (remembered === null ||
        (remembered.commitment && remembered.seed && !remembered.lost.length)),
    known,
    commitment,
    complete,
    draws,
    memory: remembered,
  };
}

/** The first draw that is not as it had to be. */
export function firstUnfair(verdict: Verdict): DrawVerdict | null {
  return verdict.draws.find((draw) => !draw.fair) ?? null;
}

/** The words that the outcomes of chance begin with. */
const CHANCE = new Set(['dice', 'stolen', 'drawn']);

/** All throws, in the order of the scheme. */
const THROWS = Array.from(
  { length: 36 },
  (_, at) => `dice ${Math.floor(at / 6) + 1} ${(at % 6) + 1}`,
);

function isComplete(steps: Replay['steps'], { draws, opening }: FairInfo): boolean {
  const drawn = steps.filter(({ seq }) => seq > opening);
  const decided = drawn.filter((step) => CHANCE.has(step.text.split(' ')[0] ?? ''));
  return (
    decided.length === draws.length &&
    decided.every(({ seq, text }, at) => {
      const draw = draws[at];
      return draw?.seq === seq && draw.outcomes[draw.drawn] === text;
    })
  );
}

function verdictOf(draw: FairDraw, number: number, key: string | null): DrawVerdict {
  const drawn = key !== null && makesSense(draw, number) ? numberDrawn(draw, key) : null;
  const due = drawn === null ? -1 : outcomeAt(draw.weights, drawn);
  return {
    draw,
    fair: due >= 0 && due === draw.drawn,
    due: draw.outcomes[due] ?? null,
    number: drawn,
  };
}

function makesSense(
  { label, number: counted, outcomes, weights }: FairDraw,
  number: number,
): boolean {
  const throws =
    THROWS.length === outcomes.length && THROWS.every((text, at) => text === outcomes[at]);
  const alike = weights.every((weight) => weight === 1);
  return (
    counted === number &&
    outcomes.length === weights.length &&
    weights.every((weight) => Number.isInteger(weight) && weight > 0) &&
    (label !== 'dice' || (throws && alike)) &&
    (label !== 'dice-deck' || alike)
  );
}

function numberDrawn(draw: FairDraw, key: string): number | null {
  const total = draw.weights.reduce((sum, weight) => sum + weight, 0);
  return attempt(() => numberBelow(key, draw, total));
}

/** The place of the outcome in whose part of the sum a number lies. */
function outcomeAt(weights: readonly number[], number: number): number {
  let upTo = 0;
  return weights.findIndex((weight) => number < (upTo += weight));
}

/** What comes of it; nothing where what a server sent makes no sense. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
