/**
 * The catalogs of messages in `src/messages`: a folder for each language, in it a folder for each
 * area of the page, which is loaded in one piece, in it files by topic. A message is named by its
 * topic and its name there: `log.built`.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { parse, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';

import { LABELS, spoken, TYPED } from './labels.ts';

export const FOLDER = fileURLToPath(new URL('../../src/messages/', import.meta.url));

/** The language in which messages are written first. */
export const SOURCE = 'en';

/** Messages in one language, in ICU MessageFormat, by topic and name. */
export type Catalog = Readonly<Record<string, string>>;

/** A message as it is formatted: plain words, or its parts. */
export type Compiled = string | readonly MessageFormatElement[];

/** The languages that have a folder. */
export function languages(): string[] {
  return foldersIn(FOLDER);
}

/** The areas of a language. */
export function areas(language: string): string[] {
  return foldersIn(join(FOLDER, language));
}

/** The files of an area. */
export function filesOf(language: string, area: string): string[] {
  const folder = join(FOLDER, language, area);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name));
}

/** Reads an area: what its messages name of others is put in. */
export function read(language: string, area: string): Catalog {
  const written = texts(language, area);
  // Few areas name messages of others, and then all are needed.
  const all = () => allOf(language);
  const messages = Object.entries(written).map(([id, message]) => [
    id,
    withLabels(id, withOthers(message, all), all),
  ]);
  return Object.fromEntries(messages) as Catalog;
}

/** An area as it is written. */
export function texts(language: string, area: string): Catalog {
  const messages = filesOf(language, area).flatMap((file) => {
    const topic = basename(file, '.json');
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>;
    return Object.entries(texts).map(([name, message]) => [`${topic}.${name}`, message]);
  });
  return Object.fromEntries(messages) as Catalog;
}

function allOf(language: string): Catalog {
  return Object.assign({}, ...areas(language).map((area) => texts(language, area))) as Catalog;
}

/** `{actions.trade}`: the text of another message stands here, such as that of a button. */
export const OTHER = /\{([a-z]\w*\.\w+)\}/gu;

function withOthers(message: string, all: () => Catalog): string {
  if (message.search(OTHER) < 0) return message;
  const known = all();
  return message.replace(OTHER, (_, id: string) => {
    const other = known[id];
    if (other === undefined) throw new Error(`there is no message ${id}`);
    return other;
  });
}

/** What can be typed, with the labels of what does the same. */
function withLabels(id: string, message: string, all: () => Catalog): string {
  const [topic, list = ''] = id.split('.');
  const labels = topic === TYPED ? LABELS[list] : undefined;
  if (!labels) return message;
  const known = all();
  const words = labels.flatMap((label) => spoken(parsed(known[label] ?? '')));
  return [message, ...new Set(words)].join(', ');
}

/** Parses a message; throws where it is not well-formed. */
export function parsed(message: string): MessageFormatElement[] {
  return parse(message, { shouldParseSkeletons: true, requiresOtherClause: true });
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}
