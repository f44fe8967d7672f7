/** Builds the service worker, and tells it which files the page consists of. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

const SOURCE = fileURLToPath(new URL('../src/sw/service-worker.ts', import.meta.url));
const FILE = 'sw.js';
const PAGE = 'index.html';

/** Builds it for all files but those of which nobody has need without a network. */
export function serviceWorker(isNeeded: (file: string) => boolean): Plugin {
  let folder = '';
  let building = false;
  return {
    name: 'brickwood-service-worker',
    enforce: 'post',
    configResolved(config) {
      folder = config.publicDir;
      building = config.command === 'build';
    },
    buildStart() {
      if (building) this.emitFile({ type: 'chunk', id: SOURCE, fileName: FILE });
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const worker = bundle[FILE];
        if (worker?.type !== 'chunk') throw new Error(`the build has written no ${FILE}`);
        const shared = readdirSync(folder).filter(isNeeded);
        const built = Object.keys(bundle).filter((name) => name !== FILE && isNeeded(name));
        const files = [...built, ...shared].map((name) => (name === PAGE ? './' : name)).sort();

        const version = createHash('sha256').update(worker.code).update(files.join());
        for (const name of shared) version.update(readFileSync(join(folder, name)));
        const page = bundle[PAGE];
        if (page?.type === 'asset') version.update(page.source);

        worker.code = worker.code
          .replaceAll('__VERSION__', JSON.stringify(version.digest('hex').slice(0, 12)))
          .replaceAll('__FILES__', JSON.stringify(files));
      },
    },
  };
}
