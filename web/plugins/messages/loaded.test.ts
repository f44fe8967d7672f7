import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { fileOf, importsOf, laterImportsOf } from '../imports.ts';
import { areas, read, SOURCE } from './catalogs.ts';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

const LOADS = /\b(?:loadMessages|page)\(/g;
const GATHERED = /^export \{ default as (\w+) \} from '(\.[^']+)'/gm;
const NAME = /'([a-z]+)'/g;
const MESSAGE = /'([a-z][A-Za-z]*\.[a-z][A-Za-z0-9]*)'/g;

/** The area of each message. */
const areaOf = new Map(
  areas(SOURCE).flatMap((area) => Object.keys(read(SOURCE, area)).map((id) => [id, area] as const)),
);

test('every part of the page is loaded with the messages that it says', () => {
  const missing = new Set<string>();
  const seen = new Set<string>();
  const waiting = [{ file: join(SRC, 'main.ts'), loaded: ['page'] as readonly string[] }];
  for (const { file, loaded } of waiting) {
    const key = `${file} ${loaded.join(' ')}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const code = readFileSync(file, 'utf8');
    // A component says all that it names. A file of functions may be loaded for some of them.
    for (const [, id = ''] of file.endsWith('.svelte') ? code.matchAll(MESSAGE) : []) {
      const area = areaOf.get(id);
      // Problems are loaded when the first is shown.
      if (area && area !== 'problems' && !loaded.includes(area)) {
        missing.add(`${relative(SRC, file)} says ${id}, but has only ${loaded.join(', ')}`);
      }
    }
    for (const next of importsOf(file, code)) waiting.push({ file: next.file, loaded });
    for (const { file: next, index } of laterImportsOf(file, code)) {
      // What is loaded in the same function, or by the file itself, such as a view that brings its words.
      const own = areasIn(readFileSync(next, 'utf8'));
      const statement = around(code, index);
      const has = [...new Set([...loaded, ...own, ...areasIn(statement)])].sort();
      for (const file of wanted(next, statement)) waiting.push({ file, loaded: has });
    }
  }
  expect([...missing].sort()).toEqual([]);
  // The walk has come to the far ends of the page.
  expect(seen.size).toBeGreaterThan(300);
});

function areasIn(code: string): string[] {
  const known = new Set(areaOf.values());
  return [...code.matchAll(LOADS)].flatMap(({ index, 0: call }) =>
    [...inside(code.slice(index + call.length)).matchAll(NAME)]
      .map(([, name = '']) => name)
      .filter((name) => known.has(name)),
  );
}

/** The code up to the bracket that closes the one before it. */
function inside(code: string): string {
  let depth = 1;
  for (const [at, letter] of [...code].entries()) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (depth === 0) return code.slice(0, at);
  }
  return code;
}

/** The lines from the one that names an import, as far as no line is empty and no other function begins. */
function around(code: string, at: number): string {
  const before = code.slice(0, at);
  const start = Math.max(
    before.lastIndexOf('\n\n'),
    before.lastIndexOf('=> page('),
    before.lastIndexOf('function '),
    before.lastIndexOf('{#await'),
  );
  const rest = code.slice(at);
  const ends = ['\n\n', '\nexport ', '{:']
    .map((end) => rest.indexOf(end))
    .filter((end) => end >= 0);
  return code.slice(start, at + Math.min(rest.length, ...ends));
}

/** What a statement takes from a file: of one that only gathers components, those that it names. */
function wanted(file: string, statement: string): string[] {
  const gathered = [...readFileSync(file, 'utf8').matchAll(GATHERED)];
  if (!gathered.length) return [file];
  return gathered
    .filter(([, name = '']) => new RegExp(`\\b${name}\\b`).test(statement))
    .flatMap(([, , from = '']) => fileOf(file, from) ?? []);
}
