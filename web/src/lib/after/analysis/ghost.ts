/** A choice on the board: what was done, and the piece that would have been better. */

import type { Mark } from '../../play/board/marks';
import type { Planned } from '../../play/board/pointing.svelte';
import { samePlace } from '../../play/board/targets';
import { pieceOf, placeOf } from '../../learn/coach/words';
import type { Choice, Color } from '../../base/protocol';

/** What is drawn before a choice. */
export interface Ghost {
  readonly plan: readonly Planned[];
  readonly marks: readonly Mark[];
}

/** What is drawn of a choice of somebody who has this color. What is done nowhere is not drawn. */
export function ghostOf({ action, best }: Choice, color: Color): Ghost {
  const [piece, better, done] = [pieceOf(best), placeOf(best), placeOf(action)];
  return {
    plan: piece && better ? [{ pick: { ...better, piece }, color, later: false }] : [],
    marks:
      done && !samePlace(done, better)
        ? [{ place: done, rank: null, worth: 0, by: color, done: true }]
        : [],
  };
}
