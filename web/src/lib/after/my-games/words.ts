/** What is said of a finished game. */

import { listed } from '../../base/language/format';
import { t } from '../../base/language/messages';
import type { GameResult } from '../../base/protocol';

/** `2nd`; a dash where the game ended without a winner. */
export function placeText({ players, seat }: GameResult): string {
  const place = players[seat]?.place ?? null;
  return place === null ? '–' : t('myGames.place', { place });
}

/** `with Bo and Zoë`: former players last, and counted. */
export function withText({ players, seat }: GameResult): string {
  const others = players.filter((_, other) => other !== seat);
  const names = others.flatMap(({ name }) => name ?? []);
  const former = others.length - names.length;
  const all = former ? [...names, t('myGames.formerPlayers', { count: former })] : names;
  return t('myGames.with', { names: listed(all) });
}
