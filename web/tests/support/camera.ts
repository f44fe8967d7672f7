import { stripVTControlCharacters } from 'node:util';

import type { Locator } from '@playwright/test';
import jsqr from 'jsqr';

// The module is built for older ways of importing it.
const read = (typeof jsqr === 'function' ? jsqr : (jsqr as { default: typeof jsqr }).default) as (
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
) => { data: string } | null;

/** What a phone's camera reads in a picture on a page. */
export async function scan(picture: Locator): Promise<string | null> {
  const shot = (await picture.screenshot()).toString('base64');
  const seen = await picture.page().evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const { width, height } = image;
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const pixels = context?.getImageData(0, 0, width, height).data ?? [];
    return { width, height, pixels: Array.from(pixels) };
  }, shot);
  return read(Uint8ClampedArray.from(seen.pixels), seen.width, seen.height)?.data ?? null;
}

const UPPER = '▀█';
const LOWER = '▄█';
/** How many pixels wide a dot is. */
const DOT = 4;

/** What a phone's camera reads on the screen of a terminal: the last picture of half blocks. */
export function scanTerminal(text: string): string | null {
  const lines = stripVTControlCharacters(text)
    .split(/\r?\n/)
    .map((line) => (/^[ ▀▄█]{20,}$/.test(line) ? line : undefined));
  const last = lines.findLastIndex((line) => line !== undefined);
  let first = last;
  while (lines[first - 1] !== undefined) first--;
  const picture = lines.slice(first, last + 1).flatMap((line) => line ?? []);
  const rows = picture.flatMap((line) =>
    [UPPER, LOWER].map((dark) => [...line].map((dot) => dark.includes(dot))),
  );
  const width = (rows[0]?.length ?? 0) * DOT;
  const height = rows.length * DOT;
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const dark = rows[Math.floor(y / DOT)]?.[Math.floor(x / DOT)];
      if (dark) pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return read(pixels, width, height)?.data ?? null;
}
