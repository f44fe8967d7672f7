/** Who imports whom, read off the code as it is written. */

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Imports of code; types are gone when the page runs. */
const OF_CODE = /^\s*(?:import|export)\s(?!type\b)(?:[^'";]*?\bfrom\s)?\s*'(\.[^']+)'/gm;
const OF_TYPES = /^\s*(?:import|export)\stype\s[^'";]*?\bfrom\s*'(\.[^']+)'/gm;
/** What is loaded when it is needed. */
const LATER = /\bimport\('(\.[^']+)'\)/g;

/** An import, and where in the code it is written. */
export interface Import {
  readonly file: string;
  readonly index: number;
}

/** The files of code that a file loads before it runs. */
export function importsOf(file: string, code: string): Import[] {
  return named(file, code, OF_CODE);
}

/** The files of code that a file takes types from. */
export function typeImportsOf(file: string, code: string): Import[] {
  return named(file, code, OF_TYPES);
}

/** The files of code that a file loads later. */
export function laterImportsOf(file: string, code: string): Import[] {
  return named(file, code, LATER);
}

function named(file: string, code: string, pattern: RegExp): Import[] {
  return [...code.matchAll(pattern)].flatMap(({ index, 1: from = '' }) => {
    const found = fileOf(file, from);
    return found ? { file: found, index } : [];
  });
}

/** The file that an import names; null for one that is no code. */
export function fileOf(importer: string, from: string): string | null {
  const path = join(dirname(importer), from);
  const found = [path, `${path}.ts`, `${path}/index.ts`].find(
    (each) => /\.(ts|svelte)$/.test(each) && existsSync(each),
  );
  return found ?? null;
}

/** Files of which each imports the next, and the last the first; null where there are none. */
export function circleIn(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const way: string[] = [];
  const walk = (file: string): string[] | null => {
    if (done.has(file)) return null;
    const start = way.indexOf(file);
    if (start >= 0) return way.slice(start);
    way.push(file);
    for (const next of imports.get(file) ?? []) {
      const circle = walk(next);
      if (circle) return circle;
    }
    way.pop();
    done.add(file);
    return null;
  };
  for (const file of imports.keys()) {
    const circle = walk(file);
    if (circle) return circle;
  }
  return null;
}
