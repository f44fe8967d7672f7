/** What an end of a game, or leaving it, does to the ratings. */

import type { TableSnapshot } from '../../play/game/snapshot';
import { t } from '../../base/language/messages';

/** What a viewer is told of it before; null where nothing is at stake, because the game is not rated. */
export function ratingAtStake({
  options,
  counts_in_turns: turns,
}: Pick<TableSnapshot, 'options' | 'counts_in_turns'>): { end: string; leave: string } | null {
  if (!options.rated) return null;
  return turns === undefined
    ? { end: t('tableSheet.endRated'), leave: t('tableSheet.leaveRated') }
    : {
        end: t('tableSheet.endTooSoon', { turns }),
        leave: t('tableSheet.leaveTooSoon', { turns }),
      };
}
