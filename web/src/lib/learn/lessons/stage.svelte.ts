/** A scene as it is played: the game up to its question, and what came of the choice. */

import type { Targets } from '../../play/board/targets';
import type { TableSnapshot } from '../../play/game/snapshot';
import { stillSnapshot } from '../../play/game/still';
import type { BoardInfo, LogEntry, Replay } from '../../base/protocol';
import { sceneAt, snapshotAt } from '../../after/replay/snapshots';
import type { TableStep } from '../../play/table/highlights.svelte';
import { ask } from '../../base/transport';
import { targetsOf } from './places';
import { GAME, LEARNER, recordAfter, stepsIn, type Choice, type Scene } from './scenes';

/** What was asked for before; another scene, or the same one again, asks for nothing anew. */
// Nothing is drawn from it.
// eslint-disable-next-line svelte/prefer-svelte-reactivity
const replays = new Map<string, Promise<Replay>>();

/** The game of a record, step by step, as the engine tells it. */
function replayOf(record: string): Promise<Replay> {
  const before = replays.get(record);
  if (before) return before;
  const now = ask({ type: 'replay_record', record });
  replays.set(record, now);
  // What failed is asked again when it is wanted again.
  now.catch(() => replays.delete(record));
  return now;
}

/** The learner's table after so many steps. */
export function tableAt(replay: Replay, steps: number): TableSnapshot {
  const { view } = snapshotAt(replay, steps, LEARNER);
  const { hands } = sceneAt(replay, steps);
  const seen = { ...view, viewer: LEARNER, own: hands[LEARNER] ?? null };
  return stillSnapshot({ ...replay, table: { ...replay.table, you: LEARNER }, view: seen }, steps);
}

/** A scene that is being played. */
export class Stage {
  /** What was chosen; null while the question is open. */
  chosen = $state.raw<Choice | null>(null);
  /** What the choice has led to; null before. */
  step = $state.raw<TableStep | null>(null);
  readonly before: TableSnapshot;
  readonly board: BoardInfo;

  /** The table as it is looked at. */
  readonly table: TableSnapshot = $derived.by(() => this.step?.after ?? this.before);
  /** What can be picked on the board. */
  readonly targets: Targets = $derived.by(() =>
    this.chosen ? { kind: 'none' } : targetsOf(this.board, this.scene),
  );

  private constructor(
    readonly scene: Scene,
    best: Replay,
  ) {
    this.before = tableAt(best, stepsIn(scene.record));
    this.board = best.board;
    // What can be chosen besides is at hand before somebody does.
    for (const choice of scene.choices) replayAfter(scene, choice).catch(() => undefined);
  }

  /** Asks for all that is needed. */
  static async of(scene: Scene): Promise<Stage> {
    return new Stage(scene, await replayAfter(scene, scene.best));
  }

  /** Answers the question. */
  async choose(choice: Choice): Promise<void> {
    if (this.chosen) return;
    const replay = await replayAfter(this.scene, choice);
    const from = stepsIn(this.scene.record);
    const to = from + choice.steps.length;
    const entries = replay.steps
      .slice(from, to)
      .map(({ seq, events }): LogEntry => ({ seq, undone: null, at_table: null, events }));
    this.step = { before: this.before, after: tableAt(replay, to), entries };
    this.chosen = choice;
  }

  /** Asks once more. */
  again(): void {
    this.chosen = null;
    this.step = null;
  }
}

/** The game of all scenes goes on with the best where all was chosen best; every other way has its own. */
function replayAfter(scene: Scene, choice: Choice): Promise<Replay> {
  const isOfGame = scene.isOfGame && choice === scene.best;
  return replayOf(isOfGame ? GAME : recordAfter(scene, choice));
}
