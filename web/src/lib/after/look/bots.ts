/** In which games there is something to look into. */

import { LEVELS } from '../../base/levels';
import type { Replay } from '../../base/protocol';

/** Whether bots of ours have played. */
export function hasBots(replay: Replay): boolean {
  return replay.seats.some(
    ({ kind }) => kind.type === 'bot' && LEVELS.some((level) => level === kind.level),
  );
}
