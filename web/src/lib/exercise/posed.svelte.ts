/** A question on the board: a position, what could be done there, and what the reader has answered. */

import type { Mark, Rank } from '../board/marks';
import { Pointing, type Planned } from '../board/pointing.svelte';
import { readingOrder } from '../board/navigation';
import { spotAt } from '../board/spots';
import {
  samePlace,
  type Pick,
  type Place,
  type SeveralTargets,
  type TargetSet,
} from '../board/targets';
import { pieceOf, placeOf } from '../coach/words';
import type { TableSnapshot } from '../game/snapshot';
import { stillSnapshot } from '../game/still';
import type { AdvisedAction, Exercise } from '../protocol';
import { chanceTexts, ranksOf, type Worth } from './ranks';

/** Something that could be done, with what it is worth. */
export interface Answer extends AdvisedAction, Worth {
  /** Where it is done; null for what is done nowhere. */
  readonly place: Place | null;
  /** From 1 for the best. */
  readonly rank: number;
  /** Its chance to win, as it is written beside the others. */
  readonly percent: string;
}

/** How a question is asked. */
export interface Asking {
  /** Which answer was given in a game, from 0: it is not good, and cannot be given again. */
  readonly done?: number;
  /** After how many answers the best is told. */
  readonly tries?: number;
}

/** A question, and whether it is answered. */
export class PosedQuestion {
  readonly snapshot: TableSnapshot;
  /** The best first. */
  readonly answers: readonly Answer[];
  /** As they are offered: places as the board is read, then the rest, by what they are. */
  readonly offered: readonly Answer[];
  readonly pointing = new Pointing();
  /** What was done in the game; null where nobody has played it. */
  readonly done: Answer | null;
  chosen = $state.raw<Answer | null>(null);
  /** What was answered, the last one at the end. */
  tried = $state.raw<readonly Answer[]>([]);
  /** Whether the reader has asked for the best. */
  isShown = $state(false);
  /** The place that waits for its confirmation. */
  selected = $state.raw<Pick | null>(null);

  readonly #tries: number;

  /** `worth` is that of each answer, the best first. */
  constructor(exercise: Exercise, worth: readonly Worth[], { done, tries = 1 }: Asking = {}) {
    this.#tries = tries;
    this.snapshot = stillSnapshot(exercise, 0);
    const ranks = ranksOf(worth);
    // What was done is compared with the best alone.
    const compared = [worth[0], worth[done ?? -1]].flatMap((one) => one ?? []);
    const percents = chanceTexts(worth, done === undefined ? worth : compared);
    this.answers = exercise.answers.map((advised, index) => ({
      ...advised,
      ...(worth[index] ?? { chance: 0, doubt: 0 }),
      place: placeOf(advised.action),
      rank: ranks[index] ?? index + 1,
      percent: percents[index] ?? '',
    }));
    this.done = (done === undefined ? null : this.answers[done]) ?? null;
    const placed = this.answers.flatMap((answer) => {
      const spot = answer.place && spotAt(exercise.board, answer.place);
      return spot ? [{ ...spot, answer }] : [];
    });
    const others = this.answers.filter(({ place }) => place === null);
    const key = ({ action }: Answer) => JSON.stringify(action);
    this.offered = [
      ...readingOrder(placed).map(({ answer }) => answer),
      ...others.sort((a, b) => (key(a) < key(b) ? -1 : 1)),
    ];
  }

  /** Whether every answer is given on the board. */
  get isOnBoard(): boolean {
    return this.answers.every(({ place }) => place !== null);
  }

  get best(): Answer | null {
    return this.answers[0] ?? null;
  }

  /** Whether it is told what is best. */
  get isOver(): boolean {
    return this.chosen !== null || this.isShown;
  }

  /** Whether the reader has found the best, or what is as good. */
  get isFound(): boolean {
    return this.chosen?.rank === 1;
  }

  /** The answer that was not it, while there is another try. */
  get missed(): Answer | null {
    return this.isOver ? null : (this.tried.at(-1) ?? null);
  }

  /** Whether an answer can be given now. */
  isOpen(answer: Answer): boolean {
    return !this.isOver && answer !== this.done && !this.tried.includes(answer);
  }

  /** All places of its answers, whatever was answered. */
  get places(): readonly Pick[] {
    return this.answers.flatMap(({ action, place }) => {
      const piece = pieceOf(action);
      return piece && place ? [{ ...place, piece }] : [];
    });
  }

  /** What is lit on the board. */
  get targets(): SeveralTargets | { kind: 'none' } {
    const seat = this.snapshot.table.you ?? 0;
    const sets = this.answers.flatMap((answer) => {
      const { action, place } = answer;
      const piece = pieceOf(action);
      if (!piece || !place || !this.isOpen(answer)) return [];
      return [{ kind: place.kind, piece, ids: [place.id], seat } as TargetSet];
    });
    return !sets.length ? { kind: 'none' } : { kind: 'several', sets, seat };
  }

  /** The piece that would have been better than what was done, once that is told: as a ghost. */
  get plan(): Planned[] {
    const { done, best, snapshot } = this;
    const [piece, place] = [best && pieceOf(best.action), best?.place];
    const color = snapshot.seats[snapshot.table.you ?? -1]?.color;
    if (!this.isOver || !done || !piece || !place || !color) return [];
    // The robber is known by its hex.
    if (place.kind === 'hex') return [];
    return [{ pick: { ...place, piece }, color, later: false }];
  }

  /** What was done, on the board; and what the answers are worth, once that is told. */
  get marks(): Mark[] {
    const { seats, table } = this.snapshot;
    const own = seats[table.you ?? -1]?.color ?? null;
    return this.answers.flatMap((answer): Mark[] => {
      const { place, rank, chance, percent } = answer;
      if (!place || (!this.isOver && this.isOpen(answer))) return [];
      if (answer === this.best && this.plan.length) return [];
      // Beside what was done, only what was answered and what is better matter.
      const meant = [this.best, this.done, ...this.tried];
      if (this.isOver && this.done && !meant.includes(answer)) return [];
      const mark = {
        place,
        worth: chance / Math.max(1, this.best?.chance ?? 1),
        done: answer === this.done,
      };
      if (!this.isOver) return [{ ...mark, rank: null, by: answer === this.done ? own : null }];
      return [
        {
          ...mark,
          rank: rank <= 3 ? (rank as Rank) : null,
          label: percent,
          by: answer === (this.done ?? this.chosen) ? own : null,
        },
      ];
    });
  }

  /** The answer that is given by a pick on the board. */
  answerAt(pick: Pick): Answer | null {
    const meant = ({ action, place }: Answer) =>
      samePlace(place, pick) && pieceOf(action) === pick.piece;
    return this.answers.find(meant) ?? null;
  }

  /** Somebody picks a place. Where picks are `confirmed`, the second one on a place answers. */
  pick(pick: Pick, confirmed: boolean): Answer | null {
    const answer = this.answerAt(pick);
    if (!answer || !this.isOpen(answer)) return null;
    if (confirmed && !samePlace(this.selected, pick)) {
      this.selected = pick;
      this.pointing.point(pick);
      return null;
    }
    this.choose(answer);
    return answer;
  }

  /** Answers. */
  choose(answer: Answer): void {
    if (!this.isOpen(answer)) return;
    this.tried = [...this.tried, answer];
    if (answer.rank === 1 || this.tried.length >= this.#tries) this.chosen = answer;
    this.selected = null;
    this.pointing.point(this.done && this.isOver ? (this.best?.place ?? null) : null);
  }

  /** Tells the best without an answer. */
  show(): void {
    this.isShown = true;
    this.selected = null;
    this.pointing.point(this.best?.place ?? null);
  }
}
