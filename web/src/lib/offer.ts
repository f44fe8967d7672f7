/** What the site offers besides tables, asked for once while a page is open. */

import type { SiteInfo } from './protocol';
import { server } from './transport';

let asked: Promise<SiteInfo> | null = null;

/** What it offers. */
export function offer(): Promise<SiteInfo> {
  asked ??= server.ask({ type: 'site' }).catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}
