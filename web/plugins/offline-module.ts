/** Puts the WebAssembly module into the page, where it was built: `virtual:offline-module` is its address. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

const NAME = 'virtual:offline-module';
const RESOLVED = `\0${NAME}`;

/** Where `cargo xtask web` and the release build put it. */
const FILE = fileURLToPath(new URL('../module/brickwood.wasm', import.meta.url));

export function offlineModule(): Plugin {
  return {
    name: 'brickwood-offline-module',
    resolveId: (id) => (id === NAME ? RESOLVED : null),
    load(id) {
      if (id !== RESOLVED) return null;
      if (!existsSync(FILE)) return 'export default null;';
      return `export { default } from ${JSON.stringify(`${FILE}?url`)};`;
    },
  };
}
