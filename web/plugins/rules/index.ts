/** Puts the rules of `docs/rules` into the page: a module for each language, which is loaded when they are read. */

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

import { reference, type EditionsFile, type Sources } from './reference.ts';

const NAME = 'virtual:rules';
const LANGUAGE = /^virtual:rules\/([a-z]+)$/;
/** Rollup's mark for modules that are no files. */
const RESOLVED = '\0';

const FOLDER = fileURLToPath(new URL('../../../docs/rules/', import.meta.url));
/** The language of the files that lie in no folder of their own. */
export const SOURCE = 'en';
const EDITIONS = join(FOLDER, 'editions.json');
const OVERVIEW = 'README.md';
/** Such as `bld-building.md`; the other files are for readers of the repository. */
const CHAPTER = /^[a-z]{3}-.*\.md$/;

/** The module `virtual:rules`, which loads the rules by language. */
export function rules(): Plugin {
  return {
    name: 'brickwood-rules',
    resolveId: (id) => (id === NAME || LANGUAGE.test(id) ? RESOLVED + id : null),
    load(id) {
      if (id === RESOLVED + NAME) return loaders();
      const language = languageOf(id);
      if (!language) return null;
      for (const file of [...files(language), EDITIONS]) this.addWatchFile(file);
      const json = JSON.stringify(JSON.stringify(reference(read(language))));
      // Browsers read a text of JSON faster than the same written as code. The page has the switches already: its
      // set-up offers them.
      return `import { switches } from ${JSON.stringify(EDITIONS)};
        export default { ...JSON.parse(${json}), switches };`;
    },
  };
}

/** The name of the file that holds the rules in a language; null for all other modules. */
export function rulesChunk(module: string): string | null {
  const language = languageOf(module);
  return language && `assets/rules-${language}-[hash].js`;
}

/** The languages in which there are rules. */
export function languages(): string[] {
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((each) => each.isDirectory());
  return [SOURCE, ...folders.map(({ name }) => name)].sort();
}

/** The files of a language. */
export function read(language: string): Sources {
  const text = (file: string) => readFileSync(file, 'utf8');
  const chapters = files(language).filter((file) => CHAPTER.test(basename(file)));
  return {
    language,
    overview: text(join(folderOf(language), OVERVIEW)),
    chapters: chapters.map((file) => ({ name: basename(file), text: text(file) })),
    editions: JSON.parse(text(EDITIONS)) as EditionsFile,
  };
}

function files(language: string): string[] {
  const folder = folderOf(language);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => join(folder, name));
}

function folderOf(language: string): string {
  return language === SOURCE ? FOLDER : join(FOLDER, language);
}

/** The language of a module of rules; null for all other modules. */
function languageOf(module: string): string | null {
  return (module.startsWith(RESOLVED) && LANGUAGE.exec(module.slice(RESOLVED.length))?.[1]) || null;
}

function loaders(): string {
  const all = languages().map((language) => `${language}: () => import('${NAME}/${language}')`);
  return `export default { ${all.join(', ')} };`;
}
