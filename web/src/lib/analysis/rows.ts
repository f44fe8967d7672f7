/** How good choices were and what luck gave, in rows. */

import type { Row } from '../charts/best';
import { t } from '../language/messages';
import type { SeatSummary } from '../protocol';
import { rounded, signedPoints } from '../statistics/figures';

/** The figures of every seat. */
export function choiceRows(sums: readonly SeatSummary[]): Row[] {
  return [
    {
      label: t('analysis.quality'),
      values: sums.map(({ quality }) => quality),
      format: rounded,
      best: 'most',
    },
    {
      label: t('analysis.inaccuracies'),
      values: sums.map(({ inaccuracies }) => inaccuracies),
      best: 'least',
    },
    {
      label: t('analysis.mistakes'),
      values: sums.map(({ mistakes }) => mistakes),
      best: 'least',
    },
    {
      label: t('analysis.blunders'),
      values: sums.map(({ blunders }) => blunders),
      best: 'least',
    },
    {
      label: t('analysis.luck'),
      values: sums.map(({ luck }) => luck),
      format: signedPoints,
      best: 'most',
    },
  ];
}
