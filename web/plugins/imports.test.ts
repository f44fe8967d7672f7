import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { circleIn, importsOf, laterImportsOf, typeImportsOf } from './imports.ts';

const WEB = fileURLToPath(new URL('../', import.meta.url));

test('no file comes back to itself by what it imports: code, types, or what is loaded later', () => {
  const files = ['src', 'plugins', 'tests'].flatMap((folder) =>
    (readdirSync(join(WEB, folder), { recursive: true }) as string[])
      .filter((file) => /\.(ts|svelte)$/.test(file))
      .map((file) => join(WEB, folder, file)),
  );
  const imports = new Map(
    files.map((file) => {
      const code = readFileSync(file, 'utf8');
      const all = [importsOf, typeImportsOf, laterImportsOf].flatMap((of) => of(file, code));
      return [file, all.map((each) => each.file)];
    }),
  );
  expect(circleIn(imports)?.map((file) => relative(WEB, file)) ?? []).toEqual([]);
  // Imports are found.
  expect([...imports.values()].flat().length).toBeGreaterThan(2000);
});

test('a circle is found wherever it begins', () => {
  const imports = new Map([
    ['main', ['a', 'b']],
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['d', 'a']],
    ['d', []],
  ]);
  expect(circleIn(imports)).toEqual(['a', 'b', 'c']);
  expect(circleIn(new Map([...imports, ['c', ['d']]]))).toBeNull();
});

test('imports of every kind are found', () => {
  const here = fileURLToPath(import.meta.url);
  const found = (of: typeof importsOf, code: string) =>
    of(here, code).map(({ file }) => relative(WEB, file));
  expect(found(importsOf, "import {\n  a,\n  type B,\n} from './imports';")).toEqual([
    'plugins/imports.ts',
  ]);
  expect(found(importsOf, "import './imports.ts';\nexport * from './messages';")).toEqual([
    'plugins/imports.ts',
    'plugins/messages/index.ts',
  ]);
  expect(found(importsOf, "import type { B } from './imports';")).toEqual([]);
  expect(found(typeImportsOf, "  import type { B } from './imports';")).toEqual([
    'plugins/imports.ts',
  ]);
  expect(found(laterImportsOf, "const a = () => import('./imports');")).toEqual([
    'plugins/imports.ts',
  ]);
});
