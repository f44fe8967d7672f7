/** Messages as the page formats them: parsed when the page is built, so that it needs no parser. */

import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';

import { parsed, type Catalog, type Compiled } from './catalogs.ts';
import type { Transform } from './pseudo.ts';

/** Compiles an area. */
export function compile(
  catalog: Catalog,
  transform: Transform = (text) => text,
): Readonly<Record<string, Compiled>> {
  const compiled = Object.entries(catalog).map(([name, message]) => [
    name,
    compiledMessage(message, transform),
  ]);
  return Object.fromEntries(compiled) as Readonly<Record<string, Compiled>>;
}

function compiledMessage(message: string, transform: Transform): Compiled {
  const elements = parsed(message).map((element) => transformed(element, transform));
  if (!elements.length) return '';
  const [only] = elements;
  return elements.length === 1 && only?.type === TYPE.literal ? only.value : elements;
}

function transformed(element: MessageFormatElement, transform: Transform): MessageFormatElement {
  const inner = (elements: MessageFormatElement[]) =>
    elements.map((each) => transformed(each, transform));
  switch (element.type) {
    case TYPE.literal:
      return { ...element, value: transform(element.value) };
    case TYPE.select:
    case TYPE.plural: {
      const options = Object.entries(element.options).map(([key, option]) => [
        key,
        { value: inner(option.value) },
      ]);
      return { ...element, options: Object.fromEntries(options) } as MessageFormatElement;
    }
    case TYPE.tag:
      return { ...element, children: inner(element.children) };
    default:
      return element;
  }
}
