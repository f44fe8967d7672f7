/** What a reader of a replay is told of the game besides its steps. */

import type { MarkKind, Mark } from '../charts/lines';
import { ownSeats } from '../game/own-seats';
import { properName } from '../game/snapshot';
import { isLocal } from '../local/id';
import type { Color, GameStatistics, Replay, Seat } from '../protocol';
import { snapshotAt } from '../replay/snapshots';
import type { GameWithStatistics } from '../statistics/game';
import { isGreat, momentText } from '../statistics/moments';
import { ask } from '../transport';
import { recordOf } from '../transport/record';
import { findings } from './findings';
import { Notes } from './notes.svelte';
import type { Progress } from './progress.svelte';
import { analysisOf } from './shared';
import { findingText } from './words';

/** A game that somebody reads. */
export class Review {
  readonly analysis: Progress;
  /** Says that it is read no more. */
  readonly leave: () => void;
  readonly notes: Notes;
  readonly about: Omit<GameWithStatistics, 'statistics'>;
  /** Whose mistakes are marked: the reader's own, or else everybody's. */
  marked = $state.raw<readonly Seat[]>([]);

  readonly #id: string;
  readonly #record: string | null;
  #counted: Promise<GameStatistics> | null = null;

  /** `record` is what was opened; null for a table. */
  constructor(replay: Replay, record: string | null) {
    this.#id = replay.table.id;
    this.#record = record;
    const game = record ?? this.#id;
    const { progress, leave } = analysisOf(game);
    this.analysis = progress;
    this.leave = leave;
    this.notes = new Notes(game);
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
    const all = [...replay.seats.keys()];
    this.marked = all;
    if (record === null) void this.#markOwn(all);
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

  /** Marks the mistakes of a seat, or no longer. */
  toggle(seat: Seat): void {
    this.marked = this.marked.includes(seat)
      ? this.marked.filter((each) => each !== seat)
      : [...this.marked, seat];
  }

  async #markOwn(all: readonly Seat[]): Promise<void> {
    const own = await ownSeats(this.#id);
    // Meanwhile, somebody may have chosen.
    if (own.length && this.marked === all) this.marked = own;
  }

  /** The marks on a timeline: events, and mistakes as far as they are known. */
  marks(statistics: GameStatistics): Mark[] {
    const mark = (kind: MarkKind, step: number, label: string, color?: Color): Mark => ({
      ...{ kind, step, label },
      ...(color && { color }),
    });
    const awards = statistics.moments.filter(
      (moment) => isGreat(moment) && moment.type !== 'swing',
    );
    const { choices } = this.analysis;
    const found = findings(choices, []).filter(({ of }) => this.marked.includes(of.seat));
    return [
      ...awards.map((moment) => mark('award', moment.step, momentText(this.about, moment))),
      ...found.map((each) => {
        const color = this.about.players[each.of.seat]?.color;
        return mark('mistake', each.step, findingText(this.about, each), color);
      }),
    ];
  }
}
