/** How messages are set: the marks and the spaces of each language. */

import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';

import { OTHER } from './catalogs.ts';

/** Stand in a sentence for what is put in: a number, and anything else. */
const NUMBER = '\uE000';
const VALUE = '\uE001';
const NO_BREAK = '\u00A0';
const NARROW = '\u202F';

/** A mark that is set otherwise, and how. */
type Rule = readonly [pattern: RegExp, set: string];

/** Those of all languages. */
const GENERAL: readonly Rule[] = [
  [/'/gu, '’'],
  [/\.\.\./gu, '…'],
  // A number and its unit.
  [/(?<=[\d\uE000\uE001]) (?=(?:s|min|h)(?![\p{L}\d]))/gu, NO_BREAK],
  [/(?<=[\d\uE000\uE001]) (?=×)/gu, NO_BREAK],
  [/(?<=×) (?=\S)/gu, NO_BREAK],
];

/** No space before dots, where the language has none. */
const CLOSE_DOTS: Rule = [/(?<=\S)[ \u00A0](?=…)/gu, ''];

const OF_LANGUAGE: Readonly<Record<string, readonly Rule[]>> = {
  de: [
    [/(?<=\bz\.) ?(?=B\.)/gu, NO_BREAK],
    [/(?<=\bnoch) (?=[\d\uE000])/gu, NO_BREAK],
    [/(?<=\S) (?=…)/gu, NO_BREAK],
  ],
  en: [CLOSE_DOTS],
  es: [CLOSE_DOTS, [/“/gu, '«'], [/”/gu, '»']],
  fr: [
    CLOSE_DOTS,
    [/(?<=[^\s;!?…])[ \u00A0]?(?=[;!?]+(?:[\s»)]|$))/gu, NARROW],
    [/(?<=[^\s\u00A0])[ \u202F]?(?=:(?:\s|$))/gu, NO_BREAK],
    [/(?<=[\d\uE000\uE001]) ?(?=%)/gu, NO_BREAK],
    [/(?<=«)[ \u202F]?(?=[^\s\u00A0])/gu, NO_BREAK],
    [/(?<=[^\s\u00A0])[ \u202F]?(?=»)/gu, NO_BREAK],
  ],
  // A word of one letter does not end a line.
  pl: [CLOSE_DOTS, [/(?<![\p{L}\p{N}’])([wzioau]) (?=\S)/giu, `$1${NO_BREAK}`]],
};

/** The quotation marks and the apostrophes of each language. */
export const QUOTES: Readonly<Record<string, string>> = {
  de: '„“‚‘’',
  en: '“”‘’',
  es: '«»’',
  fr: '«»“”’',
  pl: '„”«»’',
};

/** A message as its language sets it. */
export function typeset(message: string, language: string): string {
  const rules = [...GENERAL, ...(OF_LANGUAGE[language] ?? [])];
  // A message that is named stands for what is put in.
  const readable = message.replace(OTHER, (named) => named.replace('.', '_'));
  const found = changes(parse(readable, { captureLocation: true }), rules);
  // From the end, so that what is before stays where it is.
  return found
    .sort((a, b) => b.from - a.from)
    .reduce((text, { from, to, set }) => text.slice(0, from) + set + text.slice(to), message);
}

/** A part of a message, and what it is to be. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly set: string;
}

function changes(elements: readonly MessageFormatElement[], rules: readonly Rule[]): Change[] {
  const sentence = elements
    .map((each) => (each.type === TYPE.literal ? each.value : standIn(each)))
    .join('');
  const set = rules.reduce((text, [pattern, by]) => text.replace(pattern, by), sentence);
  const literals = set.split(/[\uE000\uE001]/u);
  let at = 0;
  const own: Change[] = [];
  for (const { type, location } of elements) {
    if (type !== TYPE.literal) at += 1;
    else if (location)
      own.push({ from: location.start.offset, to: location.end.offset, set: literals[at] ?? '' });
  }
  return [...own, ...elements.flatMap((each) => inner(each).flatMap((of) => changes(of, rules)))];
}

function standIn({ type }: MessageFormatElement): string {
  return type === TYPE.pound || type === TYPE.number ? NUMBER : VALUE;
}

function inner(element: MessageFormatElement): MessageFormatElement[][] {
  switch (element.type) {
    case TYPE.plural:
    case TYPE.select:
      return Object.values(element.options).map(({ value }) => value);
    case TYPE.tag:
      return [element.children];
    default:
      return [];
  }
}
