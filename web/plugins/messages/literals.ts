/** Finds words for people that are written into the code instead of a catalog. */

import { parse } from 'svelte/compiler';

/** Words in the code. */
export interface Literal {
  readonly line: number;
  readonly text: string;
}

interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** Attributes that hold no words, though they may look like them. */
const WORDLESS =
  /^(class|style|d|points|transform|viewBox|href|rel|target|autocomplete|inputmode|role|type|id|name|fill|stroke|clip-path|mask|media|dir|lang|for|generics|preserveAspectRatio|font-family|data-.*|aria-(labelledby|describedby|controls|owns|live|haspopup|current|activedescendant))$/;
/** What is written with a capital although it is no word for people: keys, names of events and of the product. */
const NAMES =
  /^(Brickwood|MIT OR Apache-2\.0|Enter|Escape|Tab|Home|End|Delete|Backspace|Space|Shift|Control|Alt|Meta|Insert|Unidentified|Dead|Process|Arrow(Up|Down|Left|Right)|Page(Up|Down)|[A-Z][a-z]+Error|Intl|Content-Type|Accept|POST|GET|PUT|PATCH|DELETE|SHA-256|HMAC|Latin)$/;
const WORDS = /\p{L}{2,}/u;
/** Two words with a space between, or one that begins with a capital. */
const SENTENCE = /\p{L}{2,}[,.:;!?]? \p{L}|^\s*\p{Lu}\p{Ll}+[.:!?]?\s*$/u;
/** Selectors, media queries and transformations. */
const STYLE = /\w\($|\) ?\w+\(|^px\b|^\(\w+[\w-]*: |\[\w+[=\]]|^\w+:\w+, |^\[/;
/** A word beside what is put in, for which a 1 stands. */
const BESIDE_VALUE = /1['’]?s?,? \p{L}{3,}|\p{L}{3,}:? 1/u;
/** Calls and constructions whose words only developers read. */
const FOR_DEVELOPERS =
  /^(Error|TypeError|RangeError|warn|error|matchMedia|querySelector|querySelectorAll|closest|matches)$/;

/** The words in a component, or in a file of TypeScript. */
export function literals(source: string, file: string): Literal[] {
  const component = file.endsWith('.svelte');
  const text = component ? source : `<script lang="ts">${source}\n</script>`;
  const { fragment, instance, module } = parse(text, { modern: true });
  const found: Literal[] = [];
  const add = (syntax: Syntax, words: string) => {
    const line = text.slice(0, syntax.start).split('\n').length;
    found.push({ line, text: words.trim() });
  };
  for (const root of component ? [module, instance, fragment] : [instance]) {
    if (root) visit(root as unknown as Syntax, add);
  }
  return found;
}

function visit(syntax: Syntax, add: (syntax: Syntax, words: string) => void): void {
  switch (syntax.type) {
    case 'Text':
      if (WORDS.test(String(syntax.data)) && !NAMES.test(String(syntax.data).trim())) {
        add(syntax, String(syntax.data));
      }
      return;
    case 'Attribute':
      if (WORDLESS.test(String(syntax.name))) return;
      if (Array.isArray(syntax.value)) {
        for (const part of syntax.value as Syntax[]) {
          if (part.type === 'Text') {
            if (looksLikeWords(String(part.data))) add(part, String(part.data));
          } else visit(part, add);
        }
        return;
      }
      break;
    case 'Literal':
      if (typeof syntax.value === 'string' && looksLikeWords(syntax.value))
        add(syntax, syntax.value);
      return;
    case 'TemplateLiteral': {
      const quasis = syntax.quasis as (Syntax & { value: { cooked: string } })[];
      const whole = quasis.map(({ value }) => value.cooked).join('1');
      if (looksLikeWords(whole) || BESIDE_VALUE.test(whole))
        add(syntax, quasis.map(({ value }) => value.cooked).join('${…}'));
      for (const expression of syntax.expressions as Syntax[]) visit(expression, add);
      return;
    }
    case 'StyleDirective':
    case 'ImportDeclaration':
    case 'ImportExpression':
    case 'ExportAllDeclaration':
      return;
    case 'NewExpression':
    case 'CallExpression': {
      const callee = syntax.callee as Syntax;
      const name = String((callee.property as Syntax | undefined)?.name ?? callee.name);
      if (FOR_DEVELOPERS.test(name)) return;
      break;
    }
    default:
      if (syntax.type.startsWith('TSType') || syntax.type.startsWith('TSInterface')) return;
  }
  for (const [key, value] of Object.entries(syntax)) {
    if (key === 'loc' || (key === 'key' && syntax.type === 'Property' && !syntax.computed))
      continue;
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (child !== null && typeof child === 'object' && 'type' in child)
        visit(child as Syntax, add);
    }
  }
}

function looksLikeWords(text: string): boolean {
  return SENTENCE.test(text) && !NAMES.test(text.trim()) && !STYLE.test(text);
}
