/**
 * Puts a year of questions into the page: `virtual:puzzles`, one file that is loaded when it is opened, and
 * `virtual:days`, which kind each day asks about.
 */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

const PUZZLES = 'virtual:puzzles';
const DAYS = 'virtual:days';

/** The days, and then one game a line, or `null` for a game without a clear question: see `docs/book/puzzles.md`. */
const FILE = fileURLToPath(new URL('../../crates/puzzles/data/year.jsonl', import.meta.url));

export function puzzles(): Plugin {
  return {
    name: 'brickwood-puzzles',
    resolveId: (id) => (id === PUZZLES || id === DAYS ? `\0${id}` : null),
    load(id) {
      if (id !== `\0${PUZZLES}` && id !== `\0${DAYS}`) return null;
      this.addWatchFile(FILE);
      const [days, ...lines] = readFileSync(FILE, 'utf8').split('\n');
      if (id === `\0${DAYS}`) return `export default ${days};`;
      const found = lines.filter((line) => line.startsWith('{'));
      // Browsers read a text of JSON faster than the same written as code.
      return `export default JSON.parse(${JSON.stringify(`[${found.join(',')}]`)});`;
    },
  };
}
