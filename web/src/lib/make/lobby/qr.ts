/** The picture of a link that a phone's camera reads, drawn here: no address leaves the page. */

import { encode } from 'uqr';

/** A picture: how many dots wide it is, its margin included, and its dark dots as an SVG path. */
export interface Picture {
  readonly size: number;
  readonly path: string;
}

/** The margin that cameras need, in dots. */
const MARGIN = 4;

/** The picture of a text. */
export function pictureOf(text: string): Picture {
  const { data, size } = encode(text, { ecc: 'M', border: MARGIN });
  const runs: string[] = [];
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      let width = 1;
      while (row[x + width]) width++;
      runs.push(`M${x} ${y}h${width}v1h-${width}z`);
      x += width;
    }
  }
  return { size, path: runs.join('') };
}
