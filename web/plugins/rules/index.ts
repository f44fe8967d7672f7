/** Puts the rules of `docs/rules` into the page, as a module that is loaded when they are read. */

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

import { reference, type Sources } from './reference.ts';

const NAME = 'virtual:rules';
/** Rollup's mark for modules that are no files. */
const RESOLVED = `\0${NAME}`;

const FOLDER = fileURLToPath(new URL('../../../docs/rules/', import.meta.url));
const EDITIONS = 'editions.json';
const OVERVIEW = 'README.md';
/** Such as `bld-building.md`; the other files are for readers of the repository. */
const CHAPTER = /^[a-z]{3}-.*\.md$/;

/** The module `virtual:rules`. */
export function rules(): Plugin {
  return {
    name: 'brickwood-rules',
    resolveId: (id) => (id === NAME ? RESOLVED : null),
    load(id) {
      if (id !== RESOLVED) return null;
      for (const file of files()) this.addWatchFile(file);
      // The page has the switches already: its set-up offers them.
      const { editions, chapters } = reference(read());
      const json = JSON.stringify(JSON.stringify({ editions, chapters }));
      // Browsers read a text of JSON faster than the same written as code.
      return `import { switches } from ${JSON.stringify(join(FOLDER, EDITIONS))};
        export default { ...JSON.parse(${json}), switches };`;
    },
  };
}

function read(): Sources {
  const text = (file: string) => readFileSync(file, 'utf8');
  const chapters = files().filter((file) => CHAPTER.test(basename(file)));
  return {
    overview: text(join(FOLDER, OVERVIEW)),
    chapters: chapters.map((file) => ({ name: basename(file), text: text(file) })),
    editions: JSON.parse(text(join(FOLDER, EDITIONS))) as Sources['editions'],
  };
}

function files(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.md') || name === EDITIONS)
    .sort()
    .map((name) => join(FOLDER, name));
}
