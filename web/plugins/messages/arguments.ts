/** The arguments of messages and their types. */

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';

import { areas, parsed, read, SOURCE } from './catalogs.ts';

/** Lies beside the sources, as it is no source. */
const FILE = fileURLToPath(new URL('../../generated/messages.d.ts', import.meta.url));

/** What an argument is: a number to count by, a word to choose by, a value to put in, or a mark-up. */
export type Kind = 'number' | 'choice' | 'value' | 'tag';

/** The arguments of a message, by name. */
export function argumentsOf(message: string): ReadonlyMap<string, Kind> {
  const found = new Map<string, Kind>();
  collect(parsed(message), found);
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function collect(elements: readonly MessageFormatElement[], found: Map<string, Kind>): void {
  for (const element of elements) {
    switch (element.type) {
      case TYPE.argument:
        // Where something is chosen by an argument, it may be put in as well.
        if (!found.has(element.value)) found.set(element.value, 'value');
        break;
      case TYPE.number:
      case TYPE.date:
      case TYPE.time:
        found.set(element.value, 'number');
        break;
      case TYPE.plural:
      case TYPE.select:
        found.set(element.value, element.type === TYPE.plural ? 'number' : 'choice');
        for (const { value } of Object.values(element.options)) collect(value, found);
        break;
      case TYPE.tag:
        found.set(element.value, 'tag');
        collect(element.children, found);
        break;
    }
  }
}

const TYPES: Readonly<Record<Kind, string>> = {
  number: 'number',
  choice: 'string',
  value: 'V',
  tag: '(parts: (string | V)[]) => V',
};

/** The TypeScript declaration of a message: its name, and the types of its arguments. */
export function declaration(name: string, message: string): string {
  const members = [...argumentsOf(message)].map(([arg, kind]) => `${arg}: ${TYPES[kind]}`);
  return `'${name}': ${members.length ? `{ ${members.join('; ')} }` : 'undefined'};`;
}

/** What the module `virtual:messages` says of the English messages. */
export function declarations(): string {
  const union = areas(SOURCE)
    .map((area) => `'${area}'`)
    .join(' | ');
  const lines = areas(SOURCE).flatMap((area) =>
    Object.entries(read(SOURCE, area)).map(([name, message]) => declaration(name, message)),
  );
  return `// Written by \`plugins/messages\` from the English messages.
declare module 'virtual:messages' {
  /** The areas of the page that have messages of their own. */
  export type Area = ${union};

  /** The arguments of every message, where what is put in is of type V. */
  export interface MessageArguments<V> {
    ${lines.join('\n    ')}
  }
}
`;
}

/**
 * Writes the declarations, for TypeScript to read, where they have changed. Whoever reads the file meanwhile finds it
 * whole.
 */
export function declareMessages(): void {
  const text = declarations();
  if (existsSync(FILE) && readFileSync(FILE, 'utf8') === text) return;
  mkdirSync(dirname(FILE), { recursive: true });
  const written = `${FILE}.${process.pid}`;
  writeFileSync(written, text);
  renameSync(written, FILE);
}
