/** Puts the messages of `src/messages` into the page: a module for each language and area. */

import type { Plugin } from 'vite';

import { areas, filesOf, languages, read, SOURCE } from './catalogs.ts';
import { compile } from './compile.ts';
import { PSEUDO } from './pseudo.ts';

const NAME = 'virtual:messages';
const AREA = /^virtual:messages\/([A-Za-z-]+)\/([a-z]+)$/;
const PARSER = '@formatjs/icu-messageformat-parser';
const FORMATTER = '/intl-messageformat/';
/** Rollup's mark for modules that are no files. */
const RESOLVED = '\0';

/** The module `virtual:messages`, which loads catalogs by language and area. */
export function messages(): Plugin {
  return {
    name: 'brickwood-messages',
    async resolveId(id, importer) {
      if (id === NAME || AREA.test(id)) return RESOLVED + id;
      // The page needs no parser: its messages are parsed when it is built.
      return id === PARSER && importer?.includes(FORMATTER)
        ? this.resolve(`${PARSER}/no-parser.js`, importer)
        : null;
    },
    load(id) {
      if (id === RESOLVED + NAME) return loaders();
      const [, language, area] = AREA.exec(id.slice(RESOLVED.length)) ?? [];
      if (!id.startsWith(RESOLVED) || !language || !area) return null;
      const pseudo = PSEUDO[language];
      const source = pseudo ? SOURCE : language;
      for (const file of filesOf(source, area)) this.addWatchFile(file);
      // Browsers read a text of JSON faster than the same written as code.
      const json = JSON.stringify(compile(read(source, area), pseudo));
      return `export default JSON.parse(${json});`;
    },
  };
}

function loaders(): string {
  const all = [...languages(), ...Object.keys(PSEUDO)].map((language) => {
    const imports = areas(PSEUDO[language] ? SOURCE : language).map(
      (area) => `${area}: () => import('${NAME}/${language}/${area}')`,
    );
    return `'${language}': { ${imports.join(', ')} }`;
  });
  return `export default { ${all.join(',\n')} };`;
}
