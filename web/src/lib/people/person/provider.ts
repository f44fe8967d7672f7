/** The provider that the host of the site has named: the way there, and what has come of it. */

import type { ProviderIntent, ProviderOutcome } from '../../base/protocol';
import * as deviceEndpoints from '../../base/protocol/endpoints/devices';
import { request } from '../../base/transport';

const OUTCOMES: readonly ProviderOutcome[] = [
  'kept',
  'back',
  'unknown',
  'other',
  'too_many',
  'refused',
  'failed',
];

/** What has come of going there, as the address tells it once. */
export function takeOutcome(): ProviderOutcome | null {
  const told = new URLSearchParams(location.search).get('provider');
  const outcome = OUTCOMES.find((one) => one === told) ?? null;
  // It is not to be told again by going back or loading anew.
  if (outcome) history.replaceState(history.state, '', location.pathname + location.hash);
  return outcome;
}

/** Goes there. The page ends. */
export async function goToProvider(intent: ProviderIntent): Promise<void> {
  const { url } = await request(deviceEndpoints.askProvider, { body: { intent } });
  location.assign(url);
}
