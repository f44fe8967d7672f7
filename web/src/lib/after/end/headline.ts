/** What is worth telling others of a result, in a headline and a line below it. */

import type { RankingRow } from '../../play/game/ranking';
import { listed } from '../../base/language/format';
import { t } from '../../base/language/messages';
import { percent } from '../statistics/figures';

/** A result as others read it: nobody in it is "you". */
export interface Headline {
  readonly title: string;
  readonly subtitle: string;
}

/** Whose chance fell so low and who won all the same has a story to tell. */
const UNLIKELY = 0.12;

/**
 * The headline of a result. `chances` are the winner's chances to win after every step, where they are known.
 */
export function headline(
  rows: readonly RankingRow[],
  turns: number,
  chances: readonly number[] | null,
): Headline {
  const [winner, second] = rows;
  const winners = rows.filter((row) => row.winner);
  const plain = t('sharing.turns', { count: turns });
  if (!winner?.winner) return { title: t('endSheet.noWinner'), subtitle: plain };
  if (winners.length > 1) {
    const names = listed(winners.map(({ name }) => name));
    return { title: t('endSheet.sharedWin', { who: 'other', names }), subtitle: plain };
  }
  const { name } = winner;
  const lowest = chances?.length ? Math.min(...chances) : 1;
  const unlikely = lowest <= UNLIKELY;
  const story = unlikely
    ? t('sharing.turnsFrom', { count: turns, chance: percent(lowest) })
    : plain;
  if (second && winner.points - second.points === 1) {
    return { title: t('sharing.byOnePoint', { name }), subtitle: story };
  }
  if (unlikely) {
    return { title: t('sharing.fromChance', { name, chance: percent(lowest) }), subtitle: plain };
  }
  return { title: t('sharing.inTurns', { name, count: turns }), subtitle: '' };
}
