/** What an answer does that is more than one action. */

import { samePlace, type Place } from '../../play/board/targets';
import { placeOf } from '../coach/words';
import type { Action } from '../../base/protocol';

/** What an answer builds, buys, plays or offers: trades with the bank and the end of the turn aside. */
export function deedsOf(actions: readonly Action[]): Action[] {
  return actions.filter(({ type }) => type !== 'maritime_trade' && type !== 'end_turn');
}

/** What an answer is known by: its last deed, or its first action where it has none. */
export function mainOf(actions: readonly Action[]): Action {
  const main = deedsOf(actions).at(-1) ?? actions[0];
  if (!main) throw new RangeError('an answer does something');
  return main;
}

/** Where an answer is given on the board: the place of its only deed, or of the last of its roads. None for other turns. */
export function placeOfPlan(actions: readonly Action[]): Place | null {
  const deeds = deedsOf(actions);
  const [first] = deeds;
  const isOfRoads = deeds.every(({ type }) => type === 'build_road');
  return first && (deeds.length === 1 || isOfRoads) ? placeOf(mainOf(actions)) : null;
}

/**
 * Whether another answer does the same at this place, as part of more: then it has to be told in words which one is meant. Of
 * roads it does not matter what they pass.
 */
export function sharesPlace(place: Place, actions: readonly Action[]): boolean {
  if (place.kind === 'path') return samePlace(placeOfPlan(actions), place);
  return actions.some((action) => samePlace(placeOf(action), place));
}

/** What a turn does, by kind, in the order in which each of them comes first. */
export function kindsOf(actions: readonly Action[]): Action[][] {
  const kinds = new Map<Action['type'], Action[]>();
  for (const action of actions) {
    kinds.set(action.type, [...(kinds.get(action.type) ?? []), action]);
  }
  return [...kinds.values()];
}

/** Whether a turn goes on with the card that it buys last: nobody can say how. */
export function isOpen(actions: readonly Action[]): boolean {
  return actions.at(-1)?.type === 'buy_development_card';
}

/** What is told of an answer: all that it does; the end of the turn only where it does nothing else. */
export function toldOf(actions: readonly Action[]): readonly Action[] {
  const told = actions.filter(({ type }) => type !== 'end_turn');
  return told.length ? told : actions;
}
