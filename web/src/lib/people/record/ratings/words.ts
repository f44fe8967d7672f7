/** Ratings, and who stays to the end, in words. */

import { t } from '../../../base/language/messages';
import type { RatingRange, Reputation } from '../../../base/protocol';

/** `1190 to 1810 points`; one number where the strength is known. */
export function rangeText({ low, high }: RatingRange): string {
  return low === high
    ? t('ratings.exactly', { points: String(low) })
    : t('ratings.range', { low: String(low), high: String(high) });
}

/** `1190 to 1810 points · reliable`: what is known, as far as anything is. */
export function reputationText({ rating, reliability }: Reputation): string {
  return [
    ...(rating ? [rangeText(rating)] : []),
    ...(reliability ? [t('ratings.stays', { word: reliability })] : []),
  ].join(' · ');
}

/** What a rating is for: tables of some sizes. */
export function ratingTitle(players: number): string {
  return t('ratings.title', { players: String(players) });
}

/** The most players of the tables that are rated together with those of so many. */
export function classOf(players: number): number {
  return players + (players % 2);
}
