/** What things of somebody are called, so that no two are called the same. */

import { t } from '../../base/language/messages';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The titles of all by their ids: the second one of a name has a number behind it. */
export function titlesOf(items: readonly Named[], unnamed: string): ReadonlyMap<string, string> {
  const times = new Map<string, number>();
  return new Map(
    items.map(({ id, name }) => {
      const device = name || unnamed;
      const number = (times.get(device) ?? 0) + 1;
      times.set(device, number);
      return [id, number === 1 ? device : t('me.numbered', { device, number })];
    }),
  );
}
