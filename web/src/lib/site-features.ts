/** What the site offers besides tables, as its host has switched it on. */

import type { SiteFeatures } from './protocol';
import { STATIC } from './site';
import { server } from './transport';

let asked: Promise<SiteFeatures | null> | null = null;

/** What it offers; null where nobody says so. It is asked for once, as long as the answer comes. */
export function siteFeatures(): Promise<SiteFeatures | null> {
  if (STATIC) return Promise.resolve(null);
  asked ??= server
    .ask({ type: 'site' })
    .then(({ features }) => features)
    .catch(() => {
      asked = null;
      return null;
    });
  return asked;
}
