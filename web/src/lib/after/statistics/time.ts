/** How long the game waited for whom, in rows. */

import type { Row } from '../../base/charts/best';
import { t } from '../../base/language/messages';
import type { GameStatistics } from '../../base/protocol';
import { duration, percent } from './figures';

/** The thinking time of every seat; no rows where nobody knows it. */
export function timeRows({ seats }: GameStatistics): Row[] {
  const times = seats.map(({ thinking_ms }) => thinking_ms);
  if (times.every((ms) => ms === null)) return [];
  const all = times.reduce<number>((sum, ms) => sum + (ms ?? 0), 0);
  return [
    { label: t('thinking.whole'), values: times, format: duration, best: 'least' },
    {
      label: t('thinking.perTurn'),
      values: seats.map(({ rolls }, seat) => {
        const turns = rolls.reduce((sum, count) => sum + count, 0);
        const ms = times[seat] ?? null;
        return ms === null || turns === 0 ? null : ms / turns;
      }),
      format: duration,
      best: 'least',
    },
    {
      label: t('thinking.share'),
      values: times.map((ms) => (ms === null || all === 0 ? null : ms / all)),
      format: percent,
    },
  ];
}
