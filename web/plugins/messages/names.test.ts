import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { NAMED_BY_CODE, shortened, shortNames, withShortNames } from './names.ts';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));
const TOPIC_BY_CODE = /`([a-z][A-Za-z]*)\.\$\{/g;

test('a message has the same short name in the code and in the catalogs', () => {
  const names = shortNames(['log.rolled', 'log.won', 'words.brick']);
  expect(withShortNames(`t("log.won") + t('log.lost')`, names)).toBe(`t("1") + t('log.lost')`);
  expect(shortened({ 'log.won': 'You win', 'words.brick': 'brick' }, names)).toEqual({
    '1': 'You win',
    'words.brick': 'brick',
  });
});

test('a topic whose messages are named by a code keeps its long names', () => {
  const files = (readdirSync(SRC, { recursive: true }) as string[]).filter((file) =>
    /(?<!\.test)\.(svelte|ts)$/.test(file),
  );
  const topics = files.flatMap((file) =>
    [...readFileSync(join(SRC, file), 'utf8').matchAll(TOPIC_BY_CODE)].map(([, topic]) => topic),
  );
  // These stand in types, or name no messages.
  const others = /^(variants|kinds|editions|tableChoices)$/;
  const unlisted = topics.filter(
    (topic) => topic && !others.test(topic) && !NAMED_BY_CODE.includes(topic),
  );
  expect(unlisted).toEqual([]);
});
