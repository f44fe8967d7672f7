/** Leaves out of Svelte's runtime what no page has and no bundler can leave out by itself. */

import type { Plugin } from 'vite';

/** It defines a class when it is loaded, so that it counts as used. No component here is a custom element. */
const CUSTOM_ELEMENTS = /\/svelte\/src\/internal\/client\/dom\/elements\/custom-element\.js$/;

export function svelteParts(): Plugin {
  return {
    name: 'brickwood-svelte-parts',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: CUSTOM_ELEMENTS },
      handler: () => 'export function create_custom_element() {}',
    },
  };
}
