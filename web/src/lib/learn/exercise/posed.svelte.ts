/** A question on the board: a position, what could be done there, and what the reader has answered. */

import type { Mark } from '../../play/board/marks';
import { Pointing, type Planned } from '../../play/board/pointing.svelte';
import { readingOrder } from '../../play/board/navigation';
import { spotAt } from '../../play/board/spots';
import {
  samePlace,
  type Pick,
  type PickPiece,
  type Place,
  type SeveralTargets,
  type TargetSet,
} from '../../play/board/targets';
import { pieceOf, placeOf } from '../coach/words';
import type { TableSnapshot } from '../../play/game/snapshot';
import { stillSnapshot } from '../../play/game/still';
import type { Action, Exercise, ExerciseAnswer, PlayoutReason } from '../../base/protocol';
import { mainOf, placeOfPlan, sharesPlace } from './plans';
import { ranked, type Ranked, type Worth } from './ranks';

/** Something that could be done, with what it is worth. */
export interface Answer extends ExerciseAnswer, Worth, Ranked {
  /** What it is known by. */
  readonly action: Action;
  /** Where it is done; null for what is done nowhere. */
  readonly place: Place | null;
  /** What its place is picked for; null where none is. */
  readonly piece: PickPiece | null;
}

/** How a question is asked. */
export interface Asking {
  /** Which answer was given in a game, from 0: it is not good, and cannot be given again. */
  readonly done?: number;
  /** After how many answers the best is told. */
  readonly tries?: number;
  /** For each answer, what playouts of the best show more of. */
  readonly reasons?: readonly (readonly PlayoutReason[])[];
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
  /** Which answer the reader looks at, once all is told. */
  #looked = $state.raw<Answer | null>(null);

  readonly #tries: number;
  /** For each answer, what playouts of the best show more of: for what was done in a game, it is told later. */
  #reasons = $state.raw<readonly (readonly PlayoutReason[])[]>([]);

  /** `worth` is that of each answer, the best first. */
  constructor(
    exercise: Exercise,
    worth: readonly Worth[],
    { done, tries = 1, reasons = [] }: Asking = {},
  ) {
    this.#tries = tries;
    this.snapshot = stillSnapshot(exercise, 0);
    const known = exercise.answers.map((_, index) => worth[index] ?? { chance: 0, doubt: 0 });
    const ranks = ranked(known);
    this.answers = exercise.answers.flatMap((advised, index) => {
      const [of, rank] = [known[index], ranks[index]];
      if (!of || !rank) return [];
      const { actions } = advised;
      const place = placeOfPlan(actions);
      const isMeant =
        place !== null &&
        exercise.answers.every((other) => other === advised || !sharesPlace(place, other.actions));
      const action = mainOf(actions);
      const where = isMeant ? { place, piece: pieceOf(action) } : { place: null, piece: null };
      return [{ ...advised, action, ...of, ...rank, ...where }];
    });
    this.#reasons = reasons;
    this.done = (done === undefined ? null : this.answers[done]) ?? null;
    const placed = this.answers.flatMap((answer) => {
      const spot = answer.place && spotAt(exercise.board, answer.place);
      return spot ? [{ ...spot, answer }] : [];
    });
    const others = this.answers.filter(({ place }) => place === null);
    const key = ({ actions }: Answer) => JSON.stringify(actions);
    this.offered = [
      ...readingOrder(placed).map(({ answer }) => answer),
      ...others.sort((a, b) => (key(a) < key(b) ? -1 : 1)),
    ];
  }

  /** What playouts of the best show more of than those of an answer; nothing where none are known. */
  reasonsFor(answer: Answer): readonly PlayoutReason[] {
    return this.#reasons[this.answers.indexOf(answer)] ?? [];
  }

  /** Tells what playouts of the best show more of than those of what was done in the game. */
  explain(reasons: readonly PlayoutReason[]): void {
    this.#reasons = this.answers.map((answer) => (answer === this.done ? reasons : []));
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

  /** What is told to be right: what was found, or else the best. */
  get right(): Answer | null {
    return this.isFound ? this.chosen : this.best;
  }

  /** The answer that was not it, while there is another try. */
  get missed(): Answer | null {
    return this.isOver ? null : (this.tried.at(-1) ?? null);
  }

  /** The answer that is looked at, once all is told: none is, until the reader asks for one. */
  get looked(): Answer | null {
    return this.isOver ? this.#looked : null;
  }

  /** Whether an answer can be given now. */
  isOpen(answer: Answer): boolean {
    return !this.isOver && answer !== this.done && !this.tried.includes(answer);
  }

  /** All places of its answers, whatever was answered. */
  get places(): readonly Pick[] {
    return this.answers.flatMap(({ piece, place }) =>
      piece && place ? [{ ...place, piece }] : [],
    );
  }

  /** What is lit on the board. */
  get targets(): SeveralTargets | { kind: 'none' } {
    const seat = this.snapshot.table.you ?? 0;
    const sets = this.answers.flatMap((answer) => {
      const { piece, place } = answer;
      if (!piece || !place || !this.isOpen(answer)) return [];
      return [{ kind: place.kind, piece, ids: [place.id], seat } as TargetSet];
    });
    return !sets.length ? { kind: 'none' } : { kind: 'several', sets, seat };
  }

  /** The answer whose piece stands on the board as a ghost: what is looked at, or what is better than what was done. */
  get #ghost(): Answer | null {
    if (!this.isOver) return null;
    return this.#looked ?? (this.done && this.right);
  }

  /** That piece, and those that follow in the same turn. */
  get plan(): Planned[] {
    const ghost = this.#ghost;
    const color = this.snapshot.seats[this.snapshot.table.you ?? -1]?.color;
    if (!ghost || !color) return [];
    const { piece, place, rest = [] } = ghost;
    const later = rest.flatMap((action): Planned[] => {
      const [where, what] = [placeOf(action), pieceOf(action)];
      return where && what ? [{ pick: { ...where, piece: what }, color, later: true }] : [];
    });
    return [
      ...(piece && place ? [{ pick: { ...place, piece }, color, later: false }] : []),
      ...later,
    ];
  }

  /** What was done, on the board; and what the answers are worth, once that is told. */
  get marks(): Mark[] {
    const { seats, table } = this.snapshot;
    const own = seats[table.you ?? -1]?.color ?? null;
    const { plan } = this;
    return this.answers.flatMap((answer): Mark[] => {
      const { place, rank, chance, cost, percent } = answer;
      if (!place || (!this.isOver && this.isOpen(answer))) return [];
      // What would stand there is seen. The robber leaves the ring round its hex.
      if (place.kind !== 'hex' && plan.some(({ pick }) => samePlace(pick, place))) return [];
      const mark = {
        place,
        worth: chance / Math.max(1, this.best?.chance ?? 1),
        done: answer === this.done,
      };
      if (!this.isOver) return [{ ...mark, rank: null, by: answer === this.done ? own : null }];
      return [
        {
          ...mark,
          rank: rank === 1 ? 1 : null,
          label: rank === 1 ? percent : `−${cost}`,
          by: answer === (this.done ?? this.chosen) ? own : null,
        },
      ];
    });
  }

  /** The answer that is given by a pick on the board. */
  answerAt(pick: Pick): Answer | null {
    const meant = ({ piece, place }: Answer) => samePlace(place, pick) && piece === pick.piece;
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
    this.pointing.point(this.done && this.isOver ? (this.right?.place ?? null) : null);
  }

  /** Tells the best without an answer. */
  show(): void {
    this.isShown = true;
    this.selected = null;
    this.pointing.point(this.best?.place ?? null);
  }

  /** Looks at an answer: at what would stand there, and at what speaks for it. */
  look(answer: Answer): void {
    if (!this.isOver) return;
    this.#looked = answer;
    this.pointing.point(answer.place);
  }
}
