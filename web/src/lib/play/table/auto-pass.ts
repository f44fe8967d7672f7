/** What the page forgoes for a player who cannot do otherwise, where the player wants it to. */

import { isYourSpecialBuilding, type TableSnapshot } from '../game/snapshot';
import { canBuildNow } from '../game/view-model';

/** What the player has chosen. */
export interface Wishes {
  /** To end the own special building when nothing can be built. */
  readonly autoPass: boolean;
  /** To let every robber be while holding no knight. */
  readonly autoLetBe: boolean;
}

/** Whether there is nothing to do but to roll: no development card could be played before. */
export function rollsByItself(
  { choices }: TableSnapshot,
  { autoRoll }: { autoRoll: boolean },
): boolean {
  return autoRoll && choices.roll && !choices.play.length;
}

/** Whether there is nothing to decide. */
export function passesByItself(snapshot: TableSnapshot, { autoPass, autoLetBe }: Wishes): boolean {
  const { choices, view } = snapshot;
  if (!choices.pass) return false;
  switch (view.phase.type) {
    case 'special_building':
      return autoPass && isYourSpecialBuilding(snapshot) && !canBuildNow(snapshot);
    case 'interrupt':
      return autoLetBe && !choices.play.includes('knight');
    default:
      return false;
  }
}

/**
 * How long to wait with it, in milliseconds: whoever passes at once tells the table that there was
 * nothing to think about.
 */
export function passDelay(snapshot: TableSnapshot, random = Math.random()): number {
  return snapshot.view.phase.type === 'interrupt' ? 700 + random * 1500 : 500;
}
