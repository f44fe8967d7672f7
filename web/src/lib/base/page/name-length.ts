/** How long a name is, as a reader counts. */

import { t } from '../language/messages';
import { LONGEST_NAME } from '../protocol/constants';

const segmenter = new Intl.Segmenter();

/** How many characters a reader sees: an emoji of several code points is one. */
export function characters(text: string): number {
  return [...segmenter.segment(text.trim())].length;
}

/** Whether nobody can have this name. */
export function isTooLong(name: string): boolean {
  return characters(name) > LONGEST_NAME;
}

/** What there is to say about the length of a name; null while there is nothing. */
export function lengthNote(name: string): string | null {
  const length = characters(name);
  if (isTooLong(name)) {
    return t('names.tooLong', { length, most: LONGEST_NAME });
  }
  if (length <= LONGEST_NAME - 6) return null;
  return t('names.length', { length, most: LONGEST_NAME });
}
