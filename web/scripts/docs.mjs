// Reads the site of the documentation in a browser, PW_CHROMIUM: by day and by night, on a desk and on a phone, and with its
// search. The argument is the folder. It is read from the disk, so that whatever asks for another address fails.
import AxeBuilder from '@axe-core/playwright';
import { chromium } from '@playwright/test';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const WINDOWS = [
  { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
];
/** A list, prose with code, wide tables, and a page that a folder's README became. */
const PAGES = ['index', 'book/write-a-bot', 'book/hosting', 'rules/index'];
/** Words, and the heading that the first answer leads to. */
const SEARCH = ['spares discards', 'RUL-22'];
/** Ours or mdBook's, and no hindrance: Chromium reaches what scrolls by itself, and the corner of a table has no words. */
const RULES = [
  'aria-allowed-attr',
  'aria-prohibited-attr',
  'empty-table-header',
  'landmark-unique',
  'region',
  'scrollable-region-focusable',
];

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: PW_CHROMIUM=browser docs.mjs FOLDER');

const problems = [];
const browser = await chromium.launch({ executablePath: process.env.PW_CHROMIUM });
try {
  for (const window of WINDOWS) await read(window);
} finally {
  await browser.close();
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}

async function read(window) {
  const context = await browser.newContext(window);
  const page = await context.newPage();
  const where = () => `${page.url()} (${window.colorScheme}, ${window.viewport.width} px)`;
  page.on('pageerror', (error) => problems.push(`${where()}: ${error.message}`));
  page.on('requestfailed', (request) => problems.push(`${where()}: no ${request.url()}`));
  page.on('request', (request) => {
    if (!/^(file|data):/.test(request.url())) problems.push(`${where()}: asks ${request.url()}`);
  });
  for (const name of PAGES) {
    await page.goto(address(name), { waitUntil: 'load' });
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (beyond > 0) problems.push(`${where()}: ${beyond} px wider than the window`);
    // What axe loads again, a browser does not read from the disk.
    const axe = new AxeBuilder({ page }).options({ preload: false });
    const { violations } = await axe.disableRules(RULES).analyze();
    for (const { id, help, nodes } of violations)
      problems.push(`${where()}: ${id}: ${help}: ${nodes[0]?.html}`);
  }
  const [words, heading] = SEARCH;
  await page.goto(address('index'));
  await page.keyboard.press('s');
  await page.getByRole('searchbox').pressSequentially(words);
  await page.locator('#mdbook-searchresults a').first().click();
  await page.getByRole('heading', { name: heading }).waitFor({ timeout: 5000 });
  await context.close();
}

function address(name) {
  return pathToFileURL(join(resolve(folder), `${name}.html`)).href;
}
