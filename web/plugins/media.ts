import type { Plugin } from 'postcss';

import { MEDIA } from '../src/lib/base/media.ts';

/** Writes out the named media queries, such as `@media (--desktop)`. */
export function media(): Plugin {
  return {
    postcssPlugin: 'brickwood-media',
    AtRule: {
      media(rule) {
        rule.params = rule.params.replace(/\(--([a-z]+)\)/g, (_, name: string) => {
          if (!(name in MEDIA)) throw rule.error(`there is no window of the shape ${name}`);
          return `(${MEDIA[name as keyof typeof MEDIA]})`;
        });
      },
    },
  };
}
