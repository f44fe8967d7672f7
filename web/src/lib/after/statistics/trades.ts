/** Who offered, accepted and traded, in rows. */

import type { Row } from '../../base/charts/best';
import { t } from '../../base/language/messages';
import type { GameStatistics } from '../../base/protocol';
import { change } from './figures';

/** Offers and answers of every seat, and what trades gained. */
export function tradeRows({ seats, trades }: GameStatistics): Row[] {
  const counts = seats.map((seat) => seat.trades);
  const gains = seats.map((_, seat) =>
    trades.reduce(
      (sum, trade) =>
        sum + (trade.seat === seat ? trade.gain : trade.with === seat ? trade.partner_gain : 0),
      0,
    ),
  );
  return [
    { label: t('trades.offers'), values: counts.map(({ offers }) => offers), best: 'most' },
    { label: t('trades.closed'), values: counts.map(({ closed }) => closed), best: 'most' },
    { label: t('trades.asked'), values: counts.map(({ asked }) => asked) },
    { label: t('trades.accepted'), values: counts.map(({ accepted }) => accepted), best: 'most' },
    { label: t('trades.countered'), values: counts.map(({ countered }) => countered) },
    { label: t('trades.partner'), values: counts.map(({ partner }) => partner), best: 'most' },
    { label: t('trades.bank'), values: counts.map(({ bank }) => bank), best: 'most' },
    ...(trades.length
      ? [{ label: t('trades.gain'), values: gains, format: change, best: 'most' } as const]
      : []),
  ];
}
