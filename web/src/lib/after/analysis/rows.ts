/** How good choices were and what luck gave, in rows. */

import type { Row } from '../../base/charts/best';
import { t } from '../../base/language/messages';
import type { SeatSummary } from '../../base/protocol';
import { rounded, signedPoints } from '../statistics/figures';

/** So far apart, two qualities of play differ by more than a game or two of chance. */
const APART = 3;

/** The figures of every seat. Only who has played best is marked: how often somebody has slipped is in it. */
export function choiceRows(sums: readonly SeatSummary[]): Row[] {
  return [
    {
      label: t('analysis.quality'),
      values: sums.map(({ quality }) => quality),
      format: rounded,
      best: 'most',
      margin: APART,
    },
    {
      label: t('analysis.inaccuracies'),
      values: sums.map(({ inaccuracies }) => inaccuracies),
    },
    {
      label: t('analysis.mistakes'),
      values: sums.map(({ mistakes }) => mistakes),
    },
    {
      label: t('analysis.blunders'),
      values: sums.map(({ blunders }) => blunders),
    },
    {
      label: t('analysis.luck'),
      values: sums.map(({ luck }) => luck),
      format: signedPoints,
    },
  ];
}
