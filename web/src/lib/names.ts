/** Names for those who have not chosen one. */

import { t } from './language/messages';

/** A friendly name. */
export function randomName(random: () => number = Math.random): string {
  const pick = (words: string) => {
    const each = words.split(',');
    return each[Math.floor(random() * each.length)]?.trim() ?? '';
  };
  return t('names.invented', {
    quality: pick(t('names.qualities')),
    animal: pick(t('names.animalsOfOneGender')),
  });
}
