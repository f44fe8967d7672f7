/** What a reader of a replay is told of the game besides its steps. */

import type { MarkKind, Mark } from '../charts/lines';
import { properName } from '../game/snapshot';
import { isLocal } from '../local/id';
import type { GameStatistics, Replay } from '../protocol';
import { snapshotAt } from '../replay/snapshots';
import type { GameWithStatistics } from '../statistics/game';
import { isGreat, momentText } from '../statistics/moments';
import { ask } from '../transport';
import { recordOf } from '../transport/record';
import { findings } from './findings';
import { Notes } from './notes.svelte';
import { Progress } from './progress.svelte';
import { findingText } from './words';

/** A game that somebody reads. */
export class Review {
  readonly analysis = new Progress();
  readonly notes: Notes;
  readonly about: Omit<GameWithStatistics, 'statistics'>;

  readonly #id: string;
  readonly #record: string | null;
  #counted: Promise<GameStatistics> | null = null;

  /** `record` is what was opened; null for a table. */
  constructor(replay: Replay, record: string | null) {
    this.#id = replay.table.id;
    this.#record = record;
    this.notes = new Notes(record ?? this.#id);
    const beginning = snapshotAt(replay, 0, 'all');
    this.about = {
      players: replay.seats.map(({ color }, seat) => ({
        name: properName(beginning, seat),
        color,
        you: false,
      })),
      board: replay.board,
      dice: replay.table.rules.dice,
      // A moment is another place of this very page.
      replay: location.pathname + location.search,
    };
  }

  /** Whether others can be sent to it. */
  get hasLink(): boolean {
    return this.#record === null && !isLocal(this.#id);
  }

  /** The statistics; they are asked for again only where that has failed. */
  readonly ask = (): Promise<GameStatistics> => {
    this.#counted ??= (
      this.#record === null
        ? ask({ type: 'statistics', table: this.#id })
        : ask({ type: 'statistics_of_record', record: this.#record })
    ).catch((error: unknown) => {
      this.#counted = null;
      throw error;
    });
    return this.#counted;
  };

  /** Begins to judge the choices. */
  readonly analyse = (): void => {
    const record = this.#record;
    void this.analysis.run(() => (record === null ? recordOf(this.#id) : Promise.resolve(record)));
  };

  /** The marks on a timeline: events, and mistakes and luck as far as they are known. */
  marks(statistics: GameStatistics): Mark[] {
    const mark = (kind: MarkKind, step: number, label: string) => ({ kind, step, label });
    const awards = statistics.moments.filter(
      (moment) => isGreat(moment) && moment.type !== 'swing',
    );
    const found = findings(this.analysis.choices, this.analysis.strokes);
    return [
      ...awards.map((moment) => mark('award', moment.step, momentText(this.about, moment))),
      ...found.map((each) => mark(each.kind, each.step, findingText(this.about, each))),
    ];
  }
}
