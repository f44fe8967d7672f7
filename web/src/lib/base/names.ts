/** Names for those who have not chosen one. */

import { t } from './language/messages';
import type { SeatInfo } from './protocol';

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

/** A name as it is shown: who was forgotten has an empty one. */
export function shownName<Name extends string | null>(name: Name): Name | string {
  return name === '' ? t('names.former') : name;
}

/** Seats with their names as they are shown. */
export function withShownNames(seats: readonly SeatInfo[]): SeatInfo[] {
  return seats.map((seat) => ({
    ...seat,
    // Whoever is there has lost their name, and plays on.
    name: seat.name === '' && seat.present ? t('names.nameless') : shownName(seat.name),
    former: seat.former.map((former) => ({ ...former, name: shownName(former.name) })),
  }));
}
