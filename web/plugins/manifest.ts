/**
 * What a system shows of the page before and after it is installed: its manifest, with pictures that are taken from the
 * documentation.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

import { staticAddress } from '../src/lib/base/static-address.ts';

/** Its file. */
export const MANIFEST = 'manifest.webmanifest';
/** The folder of its pictures, in the page as in the documentation. Only who installs the page loads one. */
export const PICTURES = 'pictures/';

const IN_DOCS = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));

/** A picture in a manifest. */
export interface Picture {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
}

/** A picture of the page. */
interface Screenshot extends Picture {
  readonly form_factor: 'narrow' | 'wide';
  readonly label: string;
}

/** What is read of a manifest. */
export interface Manifest {
  readonly id?: string | undefined;
  readonly icons: readonly Picture[];
  readonly shortcuts: readonly { readonly url: string; readonly icons: readonly Picture[] }[];
  readonly screenshots: readonly Screenshot[];
}

/** All pictures that it names. */
export function picturesIn({ icons, shortcuts, screenshots }: Manifest): Picture[] {
  return [...icons, ...shortcuts.flatMap((shortcut) => shortcut.icons), ...screenshots];
}

/** Where a file that it names comes from. */
export function originOf(src: string, shared: string): string {
  return src.startsWith(PICTURES) ? join(IN_DOCS, src.slice(PICTURES.length)) : join(shared, src);
}

/** The same for a site that is a folder of files: at an address that may not be the root of its host. */
export function staticManifest(manifest: Manifest): Manifest {
  const shortcuts = manifest.shortcuts.map((each) => ({
    ...each,
    url: staticAddress(each.url.slice(1)),
  }));
  return { ...manifest, id: undefined, shortcuts };
}

/** Adds the pictures that the manifest names; `isStatic` for a site that is a folder of files. */
export function manifest(isStatic: boolean): Plugin {
  let shared = '';
  const read = () => JSON.parse(readFileSync(join(shared, MANIFEST), 'utf8')) as Manifest;
  return {
    name: 'brickwood-manifest',
    apply: 'build',
    configResolved(config) {
      shared = config.publicDir;
    },
    generateBundle() {
      for (const { src } of read().screenshots) {
        const source = readFileSync(originOf(src, shared));
        this.emitFile({ type: 'asset', fileName: src, source });
      }
    },
    writeBundle({ dir = '' }) {
      if (isStatic) {
        writeFileSync(join(dir, MANIFEST), JSON.stringify(staticManifest(read()), null, 2));
      }
      const missing = picturesIn(read()).filter(({ src }) => !existsSync(join(dir, src)));
      if (missing.length) throw new Error(`the build has no ${missing[0]?.src}`);
    },
  };
}
