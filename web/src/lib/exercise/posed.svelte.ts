/** A question on the board: a position, what could be done there, and what the reader has answered. */

import type { Mark, Rank } from '../board/marks';
import { Pointing } from '../board/pointing.svelte';
import { readingOrder } from '../board/navigation';
import { spotAt } from '../board/spots';
import {
  samePlace,
  type Pick,
  type PickPiece,
  type Place,
  type SeveralTargets,
  type TargetSet,
} from '../board/targets';
import { placeOf } from '../coach/words';
import type { TableSnapshot } from '../game/snapshot';
import { stillSnapshot } from '../game/still';
import type { Action, AdvisedAction, Exercise } from '../protocol';
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

/** What a place is picked for. */
const PIECE: Partial<Record<Action['type'], PickPiece>> = {
  build_road: 'road',
  build_settlement: 'settlement',
  build_city: 'city',
  take_first_cards: 'first_cards',
  move_robber: 'robber',
};

/** A question, and whether it is answered. */
export class PosedQuestion {
  readonly snapshot: TableSnapshot;
  /** The best first. */
  readonly answers: readonly Answer[];
  /** As they are offered: places as the board is read, then the rest, by what they are. */
  readonly offered: readonly Answer[];
  readonly pointing = new Pointing();
  chosen = $state.raw<Answer | null>(null);
  /** The place that waits for its confirmation. */
  selected = $state.raw<Pick | null>(null);

  /** `worth` is that of each answer, the best first. */
  constructor(exercise: Exercise, worth: readonly Worth[]) {
    this.snapshot = stillSnapshot(exercise, 0);
    const ranks = ranksOf(worth);
    const percents = chanceTexts(worth);
    this.answers = exercise.answers.map((advised, index) => ({
      ...advised,
      ...(worth[index] ?? { chance: 0, doubt: 0 }),
      place: placeOf(advised.action),
      rank: ranks[index] ?? index + 1,
      percent: percents[index] ?? '',
    }));
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

  /** What is lit on the board. */
  get targets(): SeveralTargets | { kind: 'none' } {
    const seat = this.snapshot.table.you ?? 0;
    const sets = this.answers.flatMap(({ action, place }) => {
      const piece = PIECE[action.type];
      if (!piece || !place) return [];
      return [{ kind: place.kind, piece, ids: [place.id], seat } as TargetSet];
    });
    return this.chosen || !sets.length ? { kind: 'none' } : { kind: 'several', sets, seat };
  }

  /** What the answers are worth, on the board, once there is one. */
  get marks(): Mark[] {
    if (!this.chosen) return [];
    const { seats, table } = this.snapshot;
    return this.answers.flatMap((answer) => {
      const { place, rank, chance, percent } = answer;
      if (!place) return [];
      return [
        {
          place,
          rank: rank <= 3 ? (rank as Rank) : null,
          worth: chance / Math.max(1, this.best?.chance ?? 1),
          label: percent,
          by: answer === this.chosen ? (seats[table.you ?? -1]?.color ?? null) : null,
        },
      ];
    });
  }

  /** The answer that is given by a pick on the board. */
  answerAt(pick: Pick): Answer | null {
    const meant = ({ action, place }: Answer) =>
      samePlace(place, pick) && PIECE[action.type] === pick.piece;
    return this.answers.find(meant) ?? null;
  }

  /** Somebody picks a place. Where picks are `confirmed`, the second one on a place answers. */
  pick(pick: Pick, confirmed: boolean): Answer | null {
    const answer = this.answerAt(pick);
    if (!answer || this.chosen) return null;
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
    if (this.chosen) return;
    this.chosen = answer;
    this.selected = null;
    this.pointing.point(null);
  }
}
