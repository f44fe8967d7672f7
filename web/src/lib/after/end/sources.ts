/** Where points come from. */

import type { Source } from '../../play/game/ranking';
import type { MessageId } from '../../base/language/messages';

/** The sources, in the order in which they are drawn. */
export const SOURCES = [
  { key: 'settlements', label: 'ranking.settlements' },
  { key: 'cities', label: 'ranking.cities' },
  { key: 'longest_road', label: 'ranking.longestRoad' },
  { key: 'largest_army', label: 'ranking.largestArmy' },
  { key: 'victory_points', label: 'ranking.victoryPoints' },
] as const satisfies readonly { key: Source; label: MessageId }[];
