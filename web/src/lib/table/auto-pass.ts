/** What the page forgoes for a player who cannot do otherwise, where the player wants it to. */

import { isYourSpecialBuilding, type Scene } from '../game/scene';
import { canBuildNow } from '../game/view-model';

/** What the player has chosen. */
export interface Wishes {
  /** To end the own special building when nothing can be built. */
  readonly autoPass: boolean;
  /** To let every robber be while holding no knight. */
  readonly autoLetBe: boolean;
}

/** Whether there is nothing to do but to roll: no development card could be played before. */
export function rollsByItself({ choices }: Scene, { autoRoll }: { autoRoll: boolean }): boolean {
  return autoRoll && choices.roll && !choices.play.length;
}

/** Whether there is nothing to decide. */
export function passesByItself(scene: Scene, { autoPass, autoLetBe }: Wishes): boolean {
  const { choices, view } = scene;
  if (!choices.pass) return false;
  switch (view.phase.type) {
    case 'special_building':
      return autoPass && isYourSpecialBuilding(scene) && !canBuildNow(scene);
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
export function passDelay(scene: Scene, random = Math.random()): number {
  return scene.view.phase.type === 'interrupt' ? 700 + random * 1500 : 500;
}
