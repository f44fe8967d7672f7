/** Lengths of time in words. */

import { t } from '../../base/language/messages';

/** `45 s`, `2 min`, `1 h`. */
export function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  if (seconds < 60 || (rest !== 0 && seconds < 120)) return t('tableWords.seconds', { seconds });
  if (rest !== 0) return t('tableWords.minutesAndSeconds', { minutes, seconds: rest });
  return seconds === 3600 ? t('tableWords.hour') : t('tableWords.minutes', { minutes });
}
