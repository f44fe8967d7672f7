/** What a reader of a replay is told of the game besides its steps. */

import type { Mark } from '../../base/charts/lines';
import type { ChanceLine } from '../../learn/coach/words';
import { ownSeats } from '../../play/game/own-seats';
import { properName } from '../../play/game/snapshot';
import { isLocal } from '../../base/local/id';
import type { Choice, GameStatistics, Replay, Seat } from '../../base/protocol';
import { snapshotAt } from '../replay/snapshots';
import type { GameWithStatistics } from '../statistics/game';
import { percent } from '../statistics/figures';
import { isGreat } from '../statistics/moments';
import { ask } from '../../base/transport';
import { recordOf } from '../../base/transport/record';
import { prepareStudy } from '../../base/transport/study';
import { aboutWhom, findings, isWorse, lookAt, type Finding } from './findings';
import { ghostOf, type Ghost } from './ghost';
import { Notes } from './notes.svelte';
import type { Progress } from './progress.svelte';
import { analysisOf } from './shared';
import { choiceText, findingText } from './words';

/** A game that somebody reads. */
export class Review {
  readonly analysis: Progress;
  /** Says that it is read no more. */
  readonly leave: () => void;
  readonly notes: Notes;
  readonly about: Omit<GameWithStatistics, 'statistics'>;
  /** Whose moments are shown: the reader's own, or else everybody's. */
  shown = $state.raw<readonly Seat[]>([]);
  /** The reader's seats, where they are known. */
  own = $state.raw<readonly Seat[]>([]);
  /** What was counted; null while that is not known. */
  statistics = $state.raw<GameStatistics | null>(null);
  /** Whether all that happened is told, or only what changes who wins. */
  which = $state<'great' | 'all'>('great');
  /** All that is worth a look, as far as it is known. */
  readonly found: readonly Finding[] = $derived.by(() =>
    findings(this.analysis, this.statistics, (moment) => this.which === 'all' || isGreat(moment)),
  );
  /** What of it is about those whose moments are shown. */
  readonly listed: readonly Finding[] = $derived.by(() =>
    this.found.filter((each) => this.shown.some((seat) => aboutWhom(each).has(seat))),
  );

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
    this.shown = all;
    if (record === null) void this.#showOwn(all);
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
    ).then(
      (statistics) => (this.statistics = statistics),
      (error: unknown) => {
        this.#counted = null;
        throw error;
      },
    );
    return this.#counted;
  };

  /** Begins to judge the choices. */
  readonly analyse = (): void => {
    const record = this.#record;
    prepareStudy();
    void this.analysis.run(
      () => (record === null ? recordOf(this.#id) : Promise.resolve(record)),
      this.own,
    );
  };

  /** Shows the moments of a seat, or no longer. */
  toggle(seat: Seat): void {
    this.shown = this.shown.includes(seat)
      ? this.shown.filter((each) => each !== seat)
      : [...this.shown, seat];
  }

  async #showOwn(all: readonly Seat[]): Promise<void> {
    const own = await ownSeats(this.#id);
    this.own = own;
    // Meanwhile, somebody may have chosen.
    if (own.length && this.shown === all) this.shown = own;
  }

  /** The choice that comes next after so many steps, where there was a better one. */
  missed(at: number): Choice | null {
    const next = this.#choice(at + 1);
    return next && isWorse(next) ? next : null;
  }

  /** What would have been better than the next step, on the board. */
  ghost(at: number): Ghost | null {
    const missed = this.missed(at);
    const color = this.about.players[missed?.seat ?? -1]?.color;
    return missed && color ? ghostOf(missed, color) : null;
  }

  /** The same in words. */
  missedText(at: number): string {
    const missed = this.missed(at);
    return missed ? choiceText(this.about, missed) : '';
  }

  /** What there is to say after so many steps: what was better than the next one, or how good the last one was. */
  said(at: number): string {
    const last = this.#choice(at);
    return (
      this.missedText(at) || (last && last.grade !== 'forced' ? choiceText(this.about, last) : '')
    );
  }

  /** Everybody's chance to win after so many steps; nothing while that is not known. */
  chancesAfter(step: number): ChanceLine[] {
    return this.about.players.flatMap(({ name }, seat) => {
      const chance = this.statistics?.timeline.seats[seat]?.chance[step];
      return chance === undefined
        ? []
        : [{ seat, name, percent: 100 * chance, text: percent(chance) }];
    });
  }

  #choice(step: number): Choice | undefined {
    return this.analysis.choices.find((choice) => choice.step === step);
  }

  /** The marks on a timeline: what happened, whoever did it, and the mistakes of those whose moments are shown. */
  readonly marks: readonly Mark[] = $derived.by(() =>
    this.found.flatMap((each) => this.#mark(each)),
  );

  #mark(finding: Finding): Mark[] {
    const { events, mistake } = finding;
    const happened = events.some((moment) => isGreat(moment) && moment.type !== 'swing');
    const isShown = mistake !== null && this.shown.includes(mistake.choice.seat);
    if (!happened && !isShown) return [];
    const color = isShown ? this.about.players[mistake.choice.seat]?.color : undefined;
    return [
      {
        step: isShown ? lookAt(finding) : finding.step,
        kind: isShown ? 'mistake' : 'award',
        label: findingText(this.about, finding),
        ...(color && { color }),
      },
    ];
  }
}
