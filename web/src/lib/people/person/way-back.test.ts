import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { stubStorage } from '../../base/local/test-storage';
import * as deviceEndpoints from '../../base/protocol/endpoints/devices';
import { endOffer, isOffered } from './way-back';

/** What the site says. */
const site = {
  features: { devices: true },
  passkeys: 'offered',
  provider: null as string | null,
  over: ['calm-otter', 'pine-otter'],
  devices: 1,
  words_ms: null as number | null,
  passkeysKept: 0,
  identities: 0,
};
const usual = { ...site };

vi.mock('../../base/offer', () => ({ offer: () => Promise.resolve(site) }));
vi.mock('../../base/transport', () => ({
  server: { ask: () => Promise.resolve(site.over.map((id) => ({ id, over: true }))) },
  request: (endpoint: unknown) => {
    const of = (count: number) => new Array(count).fill({});
    if (endpoint === deviceEndpoints.myPasskeys) return Promise.resolve(of(site.passkeysKept));
    if (endpoint === deviceEndpoints.myIdentities) return Promise.resolve(of(site.identities));
    return Promise.resolve({ devices: of(site.devices), words_ms: site.words_ms });
  },
}));

beforeEach(() => {
  Object.assign(site, usual);
  stubStorage();
});
afterEach(() => vi.unstubAllGlobals());

it('is offered after the second game, there alone, and no more once it is read', async () => {
  site.over = ['calm-otter'];
  expect(await isOffered('calm-otter')).toBe(false);
  site.over = ['calm-otter', 'pine-otter'];
  expect(await isOffered('pine-otter')).toBe(true);
  // The page may be loaded again.
  expect(await isOffered('pine-otter')).toBe(true);
  expect(await isOffered('calm-otter')).toBe(false);
  endOffer();
  expect(await isOffered('pine-otter')).toBe(false);
});

it('is offered at the second game although the list has only the first yet', async () => {
  site.over = ['calm-otter'];
  expect(await isOffered('pine-otter')).toBe(true);
});

it.each([
  { devices: 2 },
  { words_ms: 1 },
  { passkeysKept: 1 },
  { provider: 'Guild', identities: 1 },
  { features: { devices: false } },
])('is not offered with %o', async (change) => {
  Object.assign(site, change);
  expect(await isOffered('pine-otter')).toBe(false);
});
