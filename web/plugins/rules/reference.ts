/** Reads the files of `docs/rules`. What must hold of them is told in `docs/rules/README.md`. */

import type { Token } from 'marked';

import type { Chapter, Clause, Edition, Reference } from '../../src/lib/learn/rules/reference.ts';
import { Markdown } from './markdown.ts';

/** The files of a language. */
export interface Sources {
  readonly language: string;
  /** `README.md`: it links to the chapters in their order, and names the editions. */
  readonly overview: string;
  readonly chapters: readonly { readonly name: string; readonly text: string }[];
  /** `editions.json`. */
  readonly editions: EditionsFile;
}

/** `editions.json`, which `cargo xtask codegen` writes: in what the editions differ. */
export interface EditionsFile {
  /** Their ids, the default first. */
  readonly editions: readonly { readonly id: string }[];
  readonly switches: readonly { readonly id: string }[];
  /** Which editions play by which clause. */
  readonly clauses: readonly {
    readonly id: string;
    readonly editions: Readonly<Record<string, boolean>>;
  }[];
}

/** The editions that play without a clause, by its id. */
type Without = ReadonlyMap<string, readonly string[]>;

const CHAPTER = /^([A-Z]{3}): (.+)$/;
const CLAUSE = /^([A-Z]{3}-\d{1,2}) (.+)$/;
const STATUS = /^Status: (planned|advice)$/;
const EDITIONS = /^Editions: */;

/** All of them, as the page wants them; it has the switches already. */
export function reference(sources: Sources): Omit<Reference, 'switches'> {
  const { language, overview, chapters } = sources;
  const editions = sources.editions.editions.map(({ id }) => edition(overview, id));
  const markdown = new Markdown({
    clauses: new Set(chapters.flatMap(({ text }) => clauseIds(text))),
    switches: new Set(sources.editions.switches.map(({ id }) => id)),
    editions: new Map(editions.map(({ id, name }) => [id, name])),
  });
  const without: Without = new Map(
    sources.editions.clauses.map((clause) => [
      clause.id,
      editions.map(({ id }) => id).filter((id) => !clause.editions[id]),
    ]),
  );
  const read = inOrder(overview, chapters)
    .map(({ name, text }) => chapter(markdown, name, text, without))
    .map((chapter) => ({
      ...chapter,
      clauses: chapter.clauses.map((each) => withOption(each, editions.length)),
    }));
  return { language, editions, chapters: read };
}

/** The chapters in the order in which the overview links to them; the rest as they come. */
function inOrder(overview: string, chapters: Sources['chapters']): Sources['chapters'] {
  const place = ({ name }: { name: string }) => {
    const at = overview.indexOf(`(${name})`);
    return at < 0 ? Infinity : at;
  };
  return [...chapters].sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
}

function clauseIds(text: string): string[] {
  return [...text.matchAll(/^### ([A-Z]{3}-\d{1,2}) /gm)].flatMap(([, id]) => id ?? []);
}

function chapter(markdown: Markdown, name: string, text: string, without: Without): Chapter {
  const [intro = [], ...sections] = sectionsOf(markdown.blocks(text));
  const [heading, ...rest] = intro;
  const [, id, title] = CHAPTER.exec(heading?.type === 'heading' ? heading.text : '') ?? [];
  if (!id || !title) throw new Error(`${name} does not begin with a heading such as "# BLD: …"`);
  return {
    id,
    title: capitalized(title),
    intro: markdown.html(rest),
    clauses: sections.map((section) => clause(markdown, name, section, without)),
  };
}

/** What stands before the first clause, and then every clause with its heading. */
function sectionsOf(blocks: readonly Token[]): Token[][] {
  const sections: Token[][] = [[]];
  for (const block of blocks) {
    if (block.type === 'heading' && block.depth === 3) sections.push([]);
    sections.at(-1)?.push(block);
  }
  return sections;
}

function clause(
  markdown: Markdown,
  file: string,
  [heading, ...blocks]: readonly Token[],
  without: Without,
): Clause {
  const name = heading?.type === 'heading' ? heading.text : '';
  const [, id, title] = CLAUSE.exec(name) ?? [];
  if (!id || !title) throw new Error(`${file}: "${name}" does not begin with a clause's id`);
  const written = blocks.filter(isParagraph);
  const status = written.map(({ text }) => STATUS.exec(text)?.[1]).find(Boolean);
  const about = written.filter(({ text }) => EDITIONS.test(text));
  const apart = new Set<Token>(about);
  const body = blocks.filter((block) => !isStatus(block) && !apart.has(block));
  const editions = about.map(({ text }) => text.replace(EDITIONS, '')).map(capitalized);
  const html = markdown.html(body);
  const editionsHtml = markdown.html(markdown.blocks(editions.join('\n\n')));
  return {
    id,
    title,
    status: status === 'planned' || status === 'advice' ? status : null,
    html,
    editions: editionsHtml,
    without: without.get(id) ?? [],
  };
}

/** What no edition plays is there to be chosen. */
function withOption(clause: Clause, editions: number): Clause {
  const optional = clause.without.length === editions;
  return { ...clause, status: clause.status ?? (optional ? 'optional' : null) };
}

function isParagraph(block: Token): block is Token & { text: string } {
  return block.type === 'paragraph';
}

function isStatus(block: Token): boolean {
  return isParagraph(block) && STATUS.test(block.text);
}

/** An edition, as the overview's table has it in the row that begins with its id. */
function edition(overview: string, id: string): Edition {
  const row = overview.split('\n').find((line) => line.startsWith(`| \`${id}\` |`));
  const [name, about] = (row ?? '').split('|').slice(2);
  if (!name || !about) throw new Error(`the overview has no row for the edition ${id}`);
  return { id, name: name.trim(), about: about.trim() };
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
