/** Links of a static site: its one page has the rest of the address after `?`. See `src/lib/base/site.ts`. */

import type { PreprocessorGroup } from 'svelte/compiler';

import { staticAddress } from '../src/lib/base/static-address.ts';

const LINK = /\bhref="(\/[^"]*)"/g;

export function staticLinks(): PreprocessorGroup {
  return {
    name: 'brickwood-static-links',
    markup: ({ content }) => ({
      code: content.replace(LINK, (_, path: string) => `href="${staticAddress(path)}"`),
    }),
  };
}
