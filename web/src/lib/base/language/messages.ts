/**
 * Everything that the page says, by the name of the message. A language is chosen once, before the
 * first message is read; another is chosen by loading the page anew.
 */

import { IntlMessageFormat } from 'intl-messageformat';
import catalogs, { type Area, type MessageArguments } from 'virtual:messages';

import { ENGLISH } from './languages';

/** A message as it comes in a catalog: plain words, or parts that are formatted. */
export type Message = string | ConstructorParameters<typeof IntlMessageFormat>[0];

/** The name of a message. */
export type MessageId = keyof MessageArguments<string>;

export type Arguments<Id extends MessageId, V> = MessageArguments<V>[Id] extends undefined
  ? []
  : [values: MessageArguments<V>[Id]];

let language = ENGLISH.code;
const messages = new Map<string, Message>();
const formats = new Map<string, IntlMessageFormat>();
const loaded = new Map<Area, Promise<void>>();

/** Chooses the language, before anything is loaded. */
export function setLanguage(code: string): void {
  language = code;
}

/** The code of the language that the page speaks. */
export function currentLanguage(): string {
  return language;
}

/** Loads the messages of some areas of the page; what is there already is not loaded again. */
export async function loadMessages(...areas: readonly Area[]): Promise<void> {
  await Promise.all(areas.map(loadArea));
}

function loadArea(area: Area): Promise<void> {
  const before = loaded.get(area);
  if (before) return before;
  const now = fetchArea(area);
  loaded.set(area, now);
  // What failed is tried again when it is wanted again.
  now.catch(() => loaded.delete(area));
  return now;
}

async function fetchArea(area: Area): Promise<void> {
  const areas = catalogs[language] ?? (await import('virtual:messages-pseudo')).default[language];
  const catalog = await areas?.[area]?.();
  for (const [id, message] of Object.entries(catalog?.default ?? {})) messages.set(id, message);
}

/** A message in words. */
export function t<Id extends MessageId>(id: Id, ...values: Arguments<Id, string | number>): string {
  return inWords(format<string>(id, values[0]));
}

/** A message in pieces: its words, and between them what was put in, such as cards or a place. */
export function parts<V extends object, Id extends MessageId>(
  id: Id,
  ...values: Arguments<Id, V | string | number>
): (string | V)[] {
  const formatted = format<V>(id, values[0]);
  return Array.isArray(formatted) ? formatted : [formatted];
}

/** Whether a message is at hand: what others name may be newer than this page. */
export function isMessage(id: string): id is MessageId {
  return messages.has(id);
}

function format<V>(id: string, values: object | undefined): string | V | (string | V)[] {
  const message = messages.get(id);
  if (message === undefined) {
    // Better a name than nothing; a developer sees why.
    if (import.meta.env.DEV) throw new Error(`there is no message ${id} here`);
    return id;
  }
  if (typeof message === 'string') return message;
  const known = formats.get(id);
  const made = known ?? new IntlMessageFormat(message, numbers());
  if (!known) formats.set(id, made);
  return made.format<V>(isolated(values) as Parameters<typeof made.format<V>>[0]);
}

/** Letters that are written from right to left. */
const FROM_THE_RIGHT = /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}/u;

/** What is put in, where names that run the other way do not turn the words around them. */
function isolated(values: object | undefined): object | undefined {
  return (
    values &&
    Object.fromEntries(
      Object.entries(values).map(([name, value]: [string, unknown]) => [
        name,
        typeof value === 'string' && FROM_THE_RIGHT.test(value) ? `\u2068${value}\u2069` : value,
      ]),
    )
  );
}

function inWords(formatted: string | string[]): string {
  return Array.isArray(formatted) ? formatted.join('') : formatted;
}

/** The language whose lists, numbers and dates hold. */
export function numbers(): string {
  // A pseudo-language has those of English; and without a region English lists have one comma more.
  return language === ENGLISH.code || /-X[A-Z]$/.test(language) ? 'en-GB' : language;
}
