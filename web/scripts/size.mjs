// Fails when the built page has outgrown its budget. Run after `npm run build`.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const dist = new URL('../dist/', import.meta.url);
const assets = new URL('assets/', dist);
const files = readdirSync(assets);

/** What every visitor loads: what the page names. */
const entry = namedIn(readFileSync(new URL('index.html', dist), 'utf8'));
/** What a page loads first, with the messages of one language. */
const home = firstLoad(/^(Home|catalog-en-(page|home))-.*\.js$/);
const table = firstLoad(/^(Table|catalog-en-(page|table))-.*\.js$/);
/** What the text views of a table, of its waiting room and of a replay add, besides their messages. */
const text = new Set(files.filter((name) => /^(text|view|replay|room)-.*\.(js|css)$/.test(name)));
/** What the end of a game and the analysis of a replay add, with the look into the bots’ heads, besides their messages. */
const statistics = new Set(
  files.filter((name) => /^(EndSheet|Statistics|analysis|analyst|look)-.*\.(js|css)$/.test(name)),
);
/** What the island editor adds, besides its messages and the board. */
const editor = new Set(files.filter((name) => /^Editor-.*\.(js|css)$/.test(name)));
/** The questions of the days: a file that is read when one is opened. */
const year = new Set(files.filter((name) => /^year-.*\.js$/.test(name)));
/** Letters that only some languages have: a browser fetches them for a page that has one. */
const letters = new Set(files.filter((name) => /latin-ext/.test(name)));
/** The rules in each language: a reader loads those of one. */
const rules = new Set(files.filter((name) => /^rules-[a-z]+-.*\.js$/.test(name)));
const apart = [text, statistics, editor, year, rules, letters];
const all = new Set(files.filter((name) => apart.every((part) => !part.has(name))));
const catalogs = /^catalog-/;
const rest = new Set(
  [...all].filter((name) => !table.has(name) && !home.has(name) && !catalogs.test(name)),
);
/** The rules in the language in which they are longest. */
const longestRules = [...rules].reduce((a, b) => (sizeOf([a]) > sizeOf([b]) ? a : b));
/** All messages of the language that has the longest. */
const language = files
  .filter((name) => catalogs.test(name))
  .map((name) => languageOf(name))
  .map((code) => files.filter((name) => languageOf(name) === code))
  .reduce((a, b) => (sizeOf(a) > sizeOf(b) ? a : b));

/** Kind of file, who loads it, its budget in bytes, and whether it travels compressed. */
const budgets = [
  { ext: '.js', of: 'home', names: home, limit: 46_000, gzip: true },
  { ext: '.js', of: 'a table', names: table, limit: 100_600, gzip: true },
  { ext: '.js', of: 'the rest', names: rest, limit: 297_500, gzip: true },
  { ext: '.js', of: 'a language', names: new Set(language), limit: 88_000, gzip: true },
  { ext: '.js', of: 'rules', names: new Set([longestRules]), limit: 15_500, gzip: true },
  { ext: '.js', of: 'the text', names: text, limit: 34_000, gzip: true },
  { ext: '.css', of: 'the text', names: text, limit: 2_500, gzip: true },
  { ext: '.js', of: 'statistics', names: statistics, limit: 34_000, gzip: true },
  { ext: '.css', of: 'statistics', names: statistics, limit: 5_000, gzip: true },
  { ext: '.js', of: 'the editor', names: editor, limit: 14_000, gzip: true },
  { ext: '.css', of: 'the editor', names: editor, limit: 2_000, gzip: true },
  { ext: '.js', of: 'the year', names: year, limit: 150_000, gzip: true },
  { ext: '.css', of: 'home', names: home, limit: 6_000, gzip: true },
  { ext: '.css', of: 'a table', names: table, limit: 12_500, gzip: true },
  { ext: '.css', of: 'the rest', names: rest, limit: 42_500, gzip: true },
  { ext: '.woff2', of: 'all', names: all, limit: 80_000, gzip: false },
  { ext: '.woff2', of: 'letters', names: letters, limit: 40_000, gzip: false },
];

let tooLarge = false;
for (const { ext, of, names, limit, gzip } of budgets) {
  const counted = files.filter((file) => file.endsWith(ext) && names.has(file));
  const total = sizeOf(counted, gzip);
  const verdict = total <= limit ? 'ok' : 'TOO LARGE';
  tooLarge ||= total > limit;
  console.log(
    `${ext.padEnd(7)} ${of.padEnd(10)} ${String(total).padStart(7)} of ${limit} bytes  ${verdict}`,
  );
}

process.exit(tooLarge ? 1 : 0);

function sizeOf(names, gzip = true) {
  return names.reduce((sum, name) => {
    const content = readFileSync(new URL(name, assets));
    return sum + (gzip ? gzipSync(content, { level: 9 }).length : content.length);
  }, 0);
}

function languageOf(name) {
  return /^catalog-([a-z]+(?:-[A-Z]+)?)-/.exec(name)?.[1];
}

function namedIn(page) {
  return new Set([...page.matchAll(/\/assets\/([^"]+)/g)].map(([, name]) => name));
}

function firstLoad(pattern) {
  return closure(new Set([...entry, ...files.filter((name) => pattern.test(name))]));
}

/** These files, all that they import, and their styles. A set is gone through with what is added meanwhile. */
function closure(names) {
  for (const name of names)
    for (const more of [...importedBy(name), ...stylesOf(name)]) names.add(more);
  return names;
}

/** The style sheet of a script has its name, but for the hash, in which there may be dashes. */
function stylesOf(name) {
  const stem = name.replace(/-.{8}\.js$/, '-');
  return files.filter((file) => file.replace(/-.{8}\.css$/, '-') === stem);
}

/** Static imports only: `import(…)` loads on demand. */
function importedBy(name) {
  if (!name.endsWith('.js')) return [];
  const code = readFileSync(new URL(name, assets), 'utf8');
  return [...code.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+)["']/g)].map(([, file]) => file);
}
