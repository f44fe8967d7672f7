import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { literals } from './literals.ts';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

/** Files whose words people read only in tests, or that were generated. */
const EXCEPT = /\.test\.ts$|\/test-[a-z-]+\.ts$|\.d\.ts$|^lib\/protocol\//;

test.skip('words for people are in the catalogs, not in the code', () => {
  const files = (readdirSync(SRC, { recursive: true }) as string[])
    .filter((file) => /\.(svelte|ts)$/.test(file) && !EXCEPT.test(file))
    .sort();
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap((file) =>
    literals(readFileSync(join(SRC, file), 'utf8'), file).map(
      ({ line, text }) => `${file}:${line} ${JSON.stringify(text)}`,
    ),
  );
  expect(found).toEqual([]);
});

test('text, attributes and sentences in the script of a component are found', () => {
  const component = `<script lang="ts">
  const label = open ? 'Close the log' : \`\${name} rolls\`;
  if (!label) throw new Error('the label is missing');
</script>
<p class="big red" title="More about it">Hello {label}</p>`;
  expect(literals(component, 'A.svelte')).toEqual([
    { line: 2, text: 'Close the log' },
    { line: 2, text: '${…} rolls' },
    { line: 5, text: 'More about it' },
    { line: 5, text: 'Hello' },
  ]);
});
