/** What is to be said of somebody's finished games, as numbers. */

import type { GameKind, ResultLuck } from '../../base/protocol';
import type { GamesOfKind } from './server';

/** Nineteen of twenty players whose dice are fair lie within so many standard deviations. */
const USUAL = 1.96;

/** Which part of the games of a kind chance alone would win; null where there are none. */
export function chanceOf(kinds: readonly GameKind[], { edition, players }: GamesOfKind) {
  const asked = kinds.filter(
    (kind) =>
      (edition === null || kind.edition === edition) &&
      (players === null || kind.players === players),
  );
  const games = asked.reduce((sum, kind) => sum + kind.games, 0);
  const won = asked.reduce((sum, kind) => sum + kind.games / kind.players, 0);
  return games ? won / games : null;
}

/** The mean of the values up to each, at most so many; where there are fewer, of those. */
export function runningMeans(values: readonly number[], most: number): number[] {
  return values.map((_, index) => {
    const latest = values.slice(Math.max(0, index + 1 - most), index + 1);
    return latest.reduce((sum, value) => sum + value, 0) / latest.length;
  });
}

/** Luck with the dice, in cards, with what is usual. */
export function luckRange({ received, expected, deviation }: ResultLuck) {
  const [mean, usual] = [expected / 1000, (USUAL * deviation) / 1000];
  return { value: received, expected: mean, low: Math.max(0, mean - usual), high: mean + usual };
}

/** The pips of the openings of won and of other games, on average; null where there is one kind only. */
export function openingPips({
  games,
  won,
  pips,
  pips_of_won,
}: {
  games: number;
  won: number;
  pips: readonly number[];
  pips_of_won: number;
}): { won: number; others: number } | null {
  if (won === 0 || won === games) return null;
  const all = pips.reduce((sum, each) => sum + each, 0);
  return { won: pips_of_won / won, others: (all - pips_of_won) / (games - won) };
}

/** The different values of the kinds that were played, in the order of their games: what one can choose. */
export function choices<Key extends 'edition' | 'players'>(
  kinds: readonly GameKind[],
  key: Key,
): GameKind[Key][] {
  return [...new Set(kinds.map((kind) => kind[key]))];
}
