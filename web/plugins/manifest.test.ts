import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { routeOf } from '../src/lib/base/router.svelte.ts';
import { pathInQuery } from '../src/lib/base/static-address.ts';
import { type Manifest, MANIFEST, originOf, picturesIn, staticManifest } from './manifest.ts';

const SHARED = fileURLToPath(new URL('../public/', import.meta.url));
const manifest = JSON.parse(readFileSync(join(SHARED, MANIFEST), 'utf8')) as Manifest;

/** The size of a picture as a manifest writes it, by its first bytes. */
function sizeOf(file: Buffer): string {
  if (file.toString('latin1', 1, 4) === 'PNG') {
    return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;
  }
  const isWebp = file.toString('latin1', 8, 12) === 'WEBP';
  if (isWebp && file.toString('latin1', 12, 16) === 'VP8 ') {
    return `${file.readUInt16LE(26) & 0x3fff}x${file.readUInt16LE(28) & 0x3fff}`;
  }
  if (isWebp && file.toString('latin1', 12, 16) === 'VP8X') {
    return `${file.readUIntLE(24, 3) + 1}x${file.readUIntLE(27, 3) + 1}`;
  }
  return file.includes('<svg') ? 'any' : 'unknown';
}

test('each picture in the manifest is there and has the size that it says', () => {
  const pictures = picturesIn(manifest);
  expect(pictures.length).toBeGreaterThanOrEqual(10);
  for (const { src, sizes } of pictures) {
    expect([src, sizeOf(readFileSync(originOf(src, SHARED)))]).toEqual([src, sizes]);
  }
});

test('screenshots are of a size that browsers show, and there are some for each form of screen', () => {
  const forms = new Map<string, Set<string>>();
  for (const { form_factor, label, sizes } of manifest.screenshots) {
    const [width = 0, height = 0] = sizes.split('x').map(Number);
    const [short, long] = [Math.min(width, height), Math.max(width, height)];
    expect(short).toBeGreaterThanOrEqual(320);
    expect(long).toBeLessThanOrEqual(Math.min(3840, 2.3 * short));
    expect(label).not.toBe('');
    expect(form_factor).toBe(width > height ? 'wide' : 'narrow');
    forms.set(form_factor, (forms.get(form_factor) ?? new Set()).add(sizes));
  }
  // Those of one form have to have one shape.
  expect([...forms].map(([form, sizes]) => [form, sizes.size]).sort()).toEqual([
    ['narrow', 1],
    ['wide', 1],
  ]);
});

test('each shortcut leads to a page, also on a site without a server', () => {
  const at = (url: string) => new URL(url, 'https://play.example/games/');
  const pages = manifest.shortcuts.map(({ url }) => routeOf(at(url).pathname.slice(6)).page);
  expect(pages).toEqual(['new', 'learn', 'rules']);
  const moved = staticManifest(manifest);
  for (const { url } of moved.shortcuts) expect(at(url).pathname).toBe('/games/');
  const there = moved.shortcuts.map(({ url }) => routeOf(pathInQuery(at(url).search)).page);
  expect(there).toEqual(pages);
  // By itself, the id is the address of the folder.
  expect([manifest.id, moved.id]).toEqual(['/', undefined]);
});
