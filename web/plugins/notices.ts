/**
 * Adds packages that contain no code, such as fonts, to the licenses that Vite collects. Their authors
 * must be named wherever the page goes.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';

import type { Plugin } from 'vite';

/** As in `build.license` of Vite. */
interface Notice {
  readonly name: string;
  readonly version: string;
  readonly identifier?: string;
  readonly text?: string;
}

const LICENSE_FILE = /^licen[cs]e/i;

/** `fileName` is the file that `build.license` writes. */
export function notices(fileName: string): Plugin {
  return {
    name: 'brickwood-notices',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const file = bundle[fileName];
        if (file?.type !== 'asset') throw new Error(`the build has written no ${fileName}`);
        const all = new Map<string, Notice>();
        for (const notice of JSON.parse(String(file.source)) as Notice[]) {
          all.set(notice.name, notice);
        }
        for (const asset of Object.values(bundle)) {
          if (asset.type !== 'asset') continue;
          for (const origin of asset.originalFileNames) {
            const notice = noticeOf(resolve(origin));
            if (notice) all.set(notice.name, notice);
          }
        }
        const sorted = [...all.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
        file.source = JSON.stringify(sorted, null, 2);
      },
    },
  };
}

/** What the package of a file says; null for a file of our own. */
function noticeOf(file: string): Notice | null {
  if (!file.split(sep).includes('node_modules')) return null;
  let folder = dirname(file);
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as { name: string; version: string; license: string };
  const text = readdirSync(folder).find((each) => LICENSE_FILE.test(each));
  if (!text) throw new Error(`${name} has no license file`);
  return { name, version, identifier: license, text: readFileSync(join(folder, text), 'utf8') };
}
