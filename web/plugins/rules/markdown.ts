/** Markdown as HTML, with links for what the rules refer to. */

import { Marked, type Token, type TokenizerAndRendererExtension } from 'marked';

/** What texts refer to. */
export interface Known {
  /** Ids of clauses, such as `BLD-09`. */
  readonly clauses: ReadonlySet<string>;
  /** Ids of switches, such as `city_cost`. */
  readonly switches: ReadonlySet<string>;
  /** Names of editions by their ids. */
  readonly editions: ReadonlyMap<string, string>;
}

/** Reads and writes texts that refer to clauses, switches and editions. */
export class Markdown {
  readonly #marked: Marked;

  constructor(known: Known) {
    this.#marked = new Marked({
      extensions: [clauseLinks(known.clauses)],
      renderer: {
        codespan({ text }) {
          if (known.switches.has(text)) return `<a href="#${text}"><code>${text}</code></a>`;
          const edition = known.editions.get(text);
          return edition ? `<em class="edition">${edition}</em>` : `<code>${escape(text)}</code>`;
        },
        // What looks like a tag in our texts is none.
        html: ({ text }) => escape(text),
        // Tables are wider than phones.
        table(token) {
          const row = (cells: readonly string[], tag: 'td' | 'th') =>
            `<tr>${cells.map((cell) => `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${cell}</${tag}>`).join('')}</tr>`;
          const inline = ({ tokens }: { tokens: Token[] }) => this.parser.parseInline(tokens);
          const head = row(token.header.map(inline), 'th');
          const body = token.rows.map((cells) => row(cells.map(inline), 'td')).join('');
          return `<div class="wide"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>`;
        },
      },
    });
  }

  /** The blocks of a text. */
  blocks(text: string): Token[] {
    return this.#marked.lexer(text);
  }

  /** Blocks as HTML. */
  html(blocks: readonly Token[]): string {
    return this.#marked.parser([...blocks]).trim();
  }
}

/** Ids of clauses within a text lead to their clauses. */
function clauseLinks(clauses: ReadonlySet<string>): TokenizerAndRendererExtension {
  const id = /\b[A-Z]{3}-\d{1,2}\b/;
  return {
    name: 'clause',
    level: 'inline',
    start: (text) => id.exec(text)?.index,
    tokenizer(text) {
      const found = id.exec(text);
      if (found?.index !== 0 || !clauses.has(found[0]) || this.lexer.state.inLink) return undefined;
      return { type: 'clause', raw: found[0] };
    },
    renderer: ({ raw }) => `<a href="#${raw}">${raw}</a>`,
  };
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
