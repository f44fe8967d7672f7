/** Puts the messages of `src/messages` into the page: a module for each language and area. */

import { createHash } from 'node:crypto';
import { join } from 'node:path';

import type { Plugin } from 'vite';

import { declareMessages } from './arguments.ts';
import { areas, filesOf, FOLDER, languages, read, SOURCE } from './catalogs.ts';
import { compile } from './compile.ts';
import { shortened, shortNames, withShortNames, type ShortNames } from './names.ts';
import { PSEUDO } from './pseudo.ts';

const NAME = 'virtual:messages';
/** The same for the languages that nobody speaks, of which no visitor needs to know. */
const PSEUDO_NAME = 'virtual:messages-pseudo';
const AREA = /^virtual:messages\/([A-Za-z-]+)\/([a-z]+)$/;
const PARSER = '@formatjs/icu-messageformat-parser';
const FORMATTER = '/intl-messageformat/';
/** Rollup's mark for modules that are no files. */
const RESOLVED = '\0';
/** How many digits of a hash are in the name of a file. */
const HASH_LENGTH = 8;

/** The module `virtual:messages`, which loads catalogs by language and area, and its declaration. */
export function messages(): Plugin[] {
  let names: ShortNames = new Map();
  const catalogs: Plugin = {
    name: 'brickwood-messages',
    enforce: 'pre',
    configResolved({ command }) {
      declareMessages();
      // While the page is worked on, a message that is missing is called by its full name.
      if (command !== 'build') return;
      names = allShortNames();
    },
    hotUpdate({ file }) {
      if (file.startsWith(join(FOLDER, SOURCE))) declareMessages();
    },
    async resolveId(id, importer) {
      if (id === NAME || id === PSEUDO_NAME || AREA.test(id)) return RESOLVED + id;
      // The page needs no parser: its messages are parsed when it is built.
      return id === PARSER && importer?.includes(FORMATTER)
        ? this.resolve(`${PARSER}/no-parser.js`, importer)
        : null;
    },
    load(id) {
      if (id === RESOLVED + NAME) return loaders(languages());
      if (id === RESOLVED + PSEUDO_NAME) return loaders(Object.keys(PSEUDO));
      const [, language, area] = AREA.exec(id.slice(RESOLVED.length)) ?? [];
      if (!id.startsWith(RESOLVED) || !language || !area) return null;
      // A message may name others.
      const from = PSEUDO[language] ? SOURCE : language;
      for (const file of areas(from).flatMap((each) => filesOf(from, each))) {
        this.addWatchFile(file);
      }
      return module(language, area, names);
    },
  };
  const code: Plugin = {
    name: 'brickwood-message-names',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/src\/.*\.(ts|svelte)$/ },
      handler: (source) => ({ code: withShortNames(source, names), map: null }),
    },
  };
  return [catalogs, code];
}

function module(language: string, area: string, names: ShortNames): string {
  const pseudo = PSEUDO[language];
  // Browsers read a text of JSON faster than the same written as code.
  const catalog = compile(read(pseudo ? SOURCE : language, area), pseudo);
  const json = JSON.stringify(shortened(catalog, names));
  return `export default JSON.parse(${JSON.stringify(json)});`;
}

/**
 * The file of a chunk. That of a catalog says its language and area, and has a hash of all catalogs of
 * the language: the first script of the page names them all, and a hash for each would be a kilobyte.
 */
export function chunkFileNames({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const [, language, area] = AREA.exec(facadeModuleId?.slice(RESOLVED.length) ?? '') ?? [];
  return language && area
    ? `assets/catalog-${language}-${area}-${hashOf(language)}.js`
    : 'assets/[name]-[hash].js';
}

const hashes = new Map<string, string>();

function hashOf(language: string): string {
  const known = hashes.get(language);
  if (known) return known;
  const hash = createHash('sha256');
  const names = allShortNames();
  for (const area of areas(PSEUDO[language] ? SOURCE : language)) {
    hash.update(module(language, area, names));
  }
  const made = hash.digest('base64url').slice(0, HASH_LENGTH);
  hashes.set(language, made);
  return made;
}

function allShortNames(): ShortNames {
  return shortNames(areas(SOURCE).flatMap((area) => Object.keys(read(SOURCE, area))));
}

/** Whether a file of the built page holds messages of a language that nobody speaks. */
export function isPseudoCatalog(file: string): boolean {
  return Object.keys(PSEUDO).some((language) => file.startsWith(`assets/catalog-${language}-`));
}

function loaders(codes: readonly string[]): string {
  const all = codes.map((language) => {
    const imports = areas(PSEUDO[language] ? SOURCE : language).map(
      (area) => `${area}: () => import('${NAME}/${language}/${area}')`,
    );
    return `'${language}': { ${imports.join(', ')} }`;
  });
  return `export default { ${all.join(',\n')} };`;
}
