// Fails when the built page has outgrown its budget. Run after `npm run build`.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** Kind of file, its budget in bytes, and whether it travels compressed. */
const budgets = [
  { ext: '.js', limit: 95_000, gzip: true },
  { ext: '.css', limit: 15_000, gzip: true },
  { ext: '.woff2', limit: 80_000, gzip: false },
];

const assets = new URL('../dist/assets/', import.meta.url);
const files = readdirSync(assets);
let tooLarge = false;

for (const { ext, limit, gzip } of budgets) {
  let total = 0;
  for (const name of files.filter((file) => file.endsWith(ext))) {
    const content = readFileSync(new URL(name, assets));
    total += gzip ? gzipSync(content, { level: 9 }).length : content.length;
  }
  const verdict = total <= limit ? 'ok' : 'TOO LARGE';
  tooLarge ||= total > limit;
  console.log(`${ext.padEnd(7)} ${String(total).padStart(7)} of ${limit} bytes  ${verdict}`);
}

process.exit(tooLarge ? 1 : 0);
