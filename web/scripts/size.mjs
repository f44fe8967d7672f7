// Fails when the built page has outgrown its budget. Run after `npm run build`.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const dist = new URL('../dist/', import.meta.url);
const assets = new URL('assets/', dist);
const files = readdirSync(assets);

/** What every visitor loads: what the page names, and the scripts that those import. */
const first = namedIn(readFileSync(new URL('index.html', dist), 'utf8'));
for (const name of first) for (const more of importedBy(name)) first.add(more);

/** Kind of file, whether it is loaded at once or on demand, its budget in bytes, and whether it travels compressed. */
const budgets = [
  { ext: '.js', atOnce: true, limit: 95_000, gzip: true },
  { ext: '.js', atOnce: false, limit: 80_000, gzip: true },
  { ext: '.css', atOnce: true, limit: 15_000, gzip: true },
  { ext: '.css', atOnce: false, limit: 12_000, gzip: true },
  { ext: '.woff2', atOnce: false, limit: 80_000, gzip: false },
];

let tooLarge = false;
for (const { ext, atOnce, limit, gzip } of budgets) {
  let total = 0;
  for (const name of files.filter((file) => file.endsWith(ext) && first.has(file) === atOnce)) {
    const content = readFileSync(new URL(name, assets));
    total += gzip ? gzipSync(content, { level: 9 }).length : content.length;
  }
  const verdict = total <= limit ? 'ok' : 'TOO LARGE';
  tooLarge ||= total > limit;
  const when = atOnce ? 'at once' : 'on demand';
  console.log(
    `${ext.padEnd(7)} ${when.padEnd(9)} ${String(total).padStart(7)} of ${limit} bytes  ${verdict}`,
  );
}

process.exit(tooLarge ? 1 : 0);

function namedIn(page) {
  return new Set([...page.matchAll(/\/assets\/([^"]+)/g)].map(([, name]) => name));
}

/** Static imports only: `import(…)` loads on demand. */
function importedBy(name) {
  if (!name.endsWith('.js')) return [];
  const code = readFileSync(new URL(name, assets), 'utf8');
  return [...code.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+)["']/g)].map(([, file]) => file);
}
