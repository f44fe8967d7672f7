/** What dice brought, beside what they were to bring, in words. */

import { t } from '../../base/language/messages';
import type { Luck } from '../../base/protocol';
import { percent, signed } from './figures';

/** `41 cards, 105% of expected (+2)`. */
export function luckText({ received, expected }: Luck): string {
  return t('luck.share', {
    received,
    share: expected > 0 ? percent(received / expected) : '–',
    difference: signed(received - expected),
  });
}
