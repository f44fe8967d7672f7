/** Puts a year of questions into the page: `virtual:puzzles`, one file that is loaded when it is opened. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

const NAME = 'virtual:puzzles';
const RESOLVED = `\0${NAME}`;

/** One game a line, or `null` for a game without a clear question: see `docs/book/puzzles.md`. */
const FILE = fileURLToPath(new URL('../../crates/puzzles/data/year.jsonl', import.meta.url));

export function puzzles(): Plugin {
  return {
    name: 'brickwood-puzzles',
    resolveId: (id) => (id === NAME ? RESOLVED : null),
    load(id) {
      if (id !== RESOLVED) return null;
      this.addWatchFile(FILE);
      const lines = readFileSync(FILE, 'utf8').split('\n');
      const found = lines.filter((line) => line.startsWith('{'));
      // Browsers read a text of JSON faster than the same written as code.
      return `export default JSON.parse(${JSON.stringify(`[${found.join(',')}]`)});`;
    },
  };
}
