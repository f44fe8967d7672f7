/** What choices cost and luck gave, in rows. */

import type { Row } from '../charts/best';
import { t } from '../language/messages';
import { signedPoints } from '../statistics/figures';
import type { Summary } from './findings';

/** The sums of every seat. */
export function choiceRows(sums: readonly Summary[]): Row[] {
  return [
    {
      label: t('analysis.cost'),
      values: sums.map(({ cost }) => -cost),
      format: signedPoints,
      best: 'most',
    },
    {
      label: t('analysis.inaccuracies'),
      values: sums.map(({ grades }) => grades.inaccuracy),
      best: 'least',
    },
    {
      label: t('analysis.mistakes'),
      values: sums.map(({ grades }) => grades.mistake),
      best: 'least',
    },
    {
      label: t('analysis.blunders'),
      values: sums.map(({ grades }) => grades.blunder),
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
