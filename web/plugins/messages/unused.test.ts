import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { areas, read, SOURCE } from './catalogs.ts';
import { NAMED_BY_CODE } from './names.ts';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));
const CODE = /(?<!\.test)\.(svelte|ts)$/;

test('the page uses every message', () => {
  const files = (readdirSync(SRC, { recursive: true }) as string[]).filter((file) =>
    CODE.test(file),
  );
  const code = files.map((file) => readFileSync(join(SRC, file), 'utf8')).join('\n');
  const unused = areas(SOURCE)
    .flatMap((area) => Object.keys(read(SOURCE, area)))
    .filter((id) => !NAMED_BY_CODE.includes(id.split('.')[0] ?? '') && !code.includes(`'${id}'`));
  expect(unused).toEqual([]);
});
