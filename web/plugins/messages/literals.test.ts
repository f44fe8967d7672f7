import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { literals } from './literals.ts';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

/** Files whose words people read only in tests, that were generated, or with the names of languages. */
const EXCEPT =
  /\.test\.ts$|\/test-[a-z-]+\.ts$|\.d\.ts$|^lib\/base\/protocol\/|^lib\/base\/language\/languages\.ts$/;

/** Codes and names, which are nobody's language. */
const CODES: readonly string[] = [
  'lib/base/transport/server.ts "text/plain; charset=utf-8"',
  'lib/play/board/Pieces.svelte "road ${…}"',
  'lib/base/local/table.ts "Ok"',
  'lib/base/local/worker.ts "Ok"',
  'lib/base/local/worker.ts "Err"',
  'lib/play/fair/verify.ts "dice ${…} ${…}"',
  String.raw`lib/make/setup/BoardPicker.svelte "O10 W2 L9\nG12 B6 W4 B10\nG9 L11 D L3 O8\n…\nharbors: a1nw:3, a2ne:W"`,
  'lib/base/notify.ts "Notification"',
  'lib/learn/lessons/scenes.ts "${…} end"',
  'lib/learn/lessons/scenes.ts "# scene end"',
  'pages/Verify.svelte "brickwood verify FILE"',
  'lib/people/moderation/host/NoWayIn.svelte "brickwood site link"',
  'lib/people/moderation/host/State.svelte "brickwood backup --data FOLDER --to FILE"',
];

test('words for people are in the catalogs, not in the code', () => {
  const files = (readdirSync(SRC, { recursive: true }) as string[])
    .filter((file) => /\.(svelte|ts)$/.test(file) && !EXCEPT.test(file))
    .sort();
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap((file) =>
    literals(readFileSync(join(SRC, file), 'utf8'), file).map(({ line, text }) => ({
      code: `${file} ${JSON.stringify(text)}`,
      line,
    })),
  );
  const words = found.filter(({ code }) => !CODES.includes(code));
  expect(words.map(({ code, line }) => `${code}, line ${line}`)).toEqual([]);
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
