/** What the site offers besides tables, asked for once while a page is open. */

import type { SiteFeatures, SiteInfo } from './protocol';
import * as siteEndpoints from './protocol/endpoints/site';
import { STATIC } from './site';
import { request } from './transport';

let asked: Promise<SiteInfo> | null = null;

/** What it offers. */
export function offer(): Promise<SiteInfo> {
  asked ??= request(siteEndpoints.site).catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

/** What is switched on; null where nobody says so: without a server, or while it does not answer. */
export async function siteFeatures(): Promise<SiteFeatures | null> {
  if (STATIC) return null;
  try {
    return (await offer()).features;
  } catch {
    return null;
  }
}
