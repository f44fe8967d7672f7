/** What lies open on the screen of a table. */

import type { Pick } from '../board/targets';
import type { Cards } from '../../base/protocol';
import type { Tool } from './targets';
import type { TradeDraft } from './trade';

/** What is asked about besides a place. */
export type Ask = 'development_card' | 'knight' | 'road_building' | 'victory_point' | 'end_turn';

/** What the player has taken up and not yet sent. */
export interface Draft {
  /** The piece that a pick on the board builds. */
  readonly tool: Tool;
  /** The place that waits for its confirmation. */
  readonly selected: Pick | null;
  /** What else waits for a confirmation. */
  readonly asks: Ask | null;
  readonly trade: TradeDraft | null;
  /** The development card whose choice is being made. */
  readonly chooser: 'year_of_plenty' | 'monopoly' | null;
  /** The cards chosen for a discard or a year of plenty. */
  readonly tray: Cards;
}

/** Nothing taken up. */
export const NO_DRAFT: Draft = {
  tool: null,
  selected: null,
  asks: null,
  trade: null,
  chooser: null,
  tray: [0, 0, 0, 0, 0],
};
