/** A newcomer's first game. */

import { beNewcomer } from '../coach/newcomer.svelte';
import { randomName } from '../../base/names';
import { settings } from '../../base/settings.svelte';
import { quickOrder } from '../../make/setup/orders';
import { ask, editions } from '../../base/transport';

/** Begins a game against easy bots, in which the coach points by itself for a while. Returns the table. */
export async function begin(): Promise<string> {
  const name = settings.name.trim() || randomName();
  const { id } = await ask({
    type: 'create',
    order: quickOrder(name, 'easy', await editions()),
  });
  beNewcomer();
  return id;
}
