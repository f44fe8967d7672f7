/** What the guide tells of: an edition, as so many play it. */

import { games } from '../../../../../docs/rules/editions.json';
import type { Rules } from '../../base/protocol';
import { PLAYERS } from '../../base/protocol/limits';

/** How many play unless somebody says otherwise. */
export const USUAL_PLAYERS = 4;

/** The rules and the numbers of a game. Cards are counted as the rules count them. */
export interface Game {
  readonly rules: Rules;
  /** Whether the others build after each turn. */
  readonly special_building: boolean;
  readonly costs: Readonly<
    Record<'road' | 'settlement' | 'city' | 'development_card', readonly number[]>
  >;
  readonly pieces: Readonly<Record<'roads' | 'settlements' | 'cities', number>>;
  readonly bank: readonly number[];
  readonly deck: readonly number[];
}

/** The game of an edition, the default where there is no such one, as its rules are changed. */
export function gameOf(
  edition: string,
  players: number,
  change = (rules: Rules): Rules => rules,
): Game {
  const fits = games.filter(({ rules }) => players <= rules.players);
  const found = fits.find((game) => game.edition === edition) ?? fits[0];
  if (!found) throw new RangeError(`${players} cannot play`);
  // The file has every name of a choice as a text.
  const rules = change({ ...found.rules, players } as Rules);
  const asDear = games.find((game) => game.rules.city_cost === rules.city_cost) ?? found;
  return {
    ...found,
    rules,
    special_building: players > USUAL_PLAYERS && rules.special_building_phase,
    costs: { ...found.costs, city: asDear.costs.city },
  };
}

/** How many play by an address: as many as usual where it says nothing that can be. */
export function playersOf(text: string | null): number {
  return PLAYERS.find((count) => String(count) === text) ?? USUAL_PLAYERS;
}

/** Whether so many play on the large island. */
export function isLarge({ rules }: Game): boolean {
  return rules.players > USUAL_PLAYERS;
}
