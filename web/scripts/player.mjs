// A person at a page of a server that runs already. The argument is the server's address, PW_CHROMIUM the browser.
// For each line on stdin, the person plays a turn and takes it back, and a line says how many have been played. Between
// two lines the server may be replaced: the page has to go on by itself, with all that was played.
import { chromium } from '@playwright/test';
import { createInterface } from 'node:readline';

const [home] = process.argv.slice(2);
if (!home) throw new Error('usage: player.mjs ADDRESS');

/** A server that starts again, on a busy machine. */
const PATIENCE = 60_000;

const browser = await chromium.launch({
  executablePath: process.env.PW_HEADLESS_SHELL ?? process.env.PW_CHROMIUM,
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
page.setDefaultTimeout(PATIENCE);

let turns = 0;
const orders = createInterface({ input: process.stdin });
for await (const order of orders) {
  if (order !== 'turn') throw new Error(`what is "${order}"?`);
  if (turns === 0) await begin();
  await turn();
  turns += 1;
  console.log(turns);
}
await browser.close();

async function begin() {
  await page.goto(home, { waitUntil: 'domcontentloaded' });
  await page.getByRole('button', { name: 'Play now' }).click();
}

/** Places a settlement and takes it back. */
async function turn() {
  await page.locator('.offline').waitFor({ state: 'hidden' });
  const place = page.locator('main [data-pick]').first();
  await place.click();
  await page.getByRole('button', { name: 'Undo' }).click();
  // Each time that it was taken back is in the log, so that a lost line shows.
  const taken = page
    .locator('[role=log][aria-label=Log]')
    .getByText('You take back the settlement');
  await taken.nth(turns).waitFor();
}
