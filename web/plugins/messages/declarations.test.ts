import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { declarations } from './arguments.ts';

const FILE = fileURLToPath(new URL('../../src/lib/language/message-arguments.ts', import.meta.url));

test('the arguments of the messages are declared as the catalogs have them (npm run messages)', () => {
  if (process.env.UPDATE_MESSAGES) writeFileSync(FILE, declarations());
  expect(readFileSync(FILE, 'utf8')).toBe(declarations());
});
