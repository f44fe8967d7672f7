/** What the text view is told of a replay. */

import type { Review } from '../../after/analysis/review.svelte';
import type { LogLine } from '../game/log-lines';
import type { PlayerPanel } from '../game/player-panels';
import type { TableSnapshot } from '../game/snapshot';
import type { Replay } from '../../base/protocol';
import type { Player } from '../../after/replay/player.svelte';
import type { Eyes } from '../../after/replay/snapshots';

/** A replay, where it stands. */
export interface Replayed {
  readonly replay: Replay;
  /** What was opened; null for a table. */
  readonly record: string | null;
  readonly player: Player;
  readonly scene: TableSnapshot;
  readonly seats: readonly PlayerPanel[];
  /** The log up to the step. */
  readonly lines: readonly LogLine[];
  /** What the step was. */
  readonly text: string;
  /** Looks at the cards of one seat, or of everybody. */
  readonly look: (eyes: Eyes) => void;
  /** Whose cards lie open. */
  readonly eyes: Eyes;
  /** The analysis of the game. */
  readonly review: () => Promise<Review>;
}
