/** Another way back, offered once to somebody who would lose their name and their games with one browser. */

import { offer } from '../../base/offer';
import * as deviceEndpoints from '../../base/protocol/endpoints/devices';
import { request, server } from '../../base/transport';

/** What is kept: the table at which it was offered. */
const KEY = 'brickwood.wayBack';
/** After so many games there is something to lose. */
const GAMES = 2;

/** Whether it is offered at the end of a game. Then it is offered there alone. */
export async function isOffered(table: string): Promise<boolean> {
  if (!isMadeAt(table) || !(await hasOneBrowser(table))) return false;
  keep(table);
  return true;
}

/** The reader has read it: it is offered nowhere any more. */
export function endOffer(): void {
  keep('');
}

function isMadeAt(table: string): boolean {
  try {
    const before = localStorage.getItem(KEY);
    return before === null || before === table;
  } catch {
    // Nobody is to be asked again and again.
    return false;
  }
}

/** Whether somebody has played so many games, and nothing but this browser leads back to them. */
async function hasOneBrowser(table: string): Promise<boolean> {
  const { features, passkeys, provider } = await offer();
  if (!features.devices) return false;
  const games = await server.ask({ type: 'tables' });
  const others = games.filter(({ id, over }) => over && id !== table);
  if (others.length + 1 < GAMES) return false;
  const [{ devices, words_ms }, ...more] = await Promise.all([
    request(deviceEndpoints.myDevices),
    passkeys === 'offered' ? request(deviceEndpoints.myPasskeys) : [],
    provider ? request(deviceEndpoints.myIdentities) : [],
  ]);
  return devices.length < 2 && words_ms === null && more.every((ways) => ways.length === 0);
}

function keep(table: string): void {
  try {
    localStorage.setItem(KEY, table);
  } catch {
    // Then it was not offered, either.
  }
}
