// Takes the pictures of the README and the documentation: the page as it is, with bots that play from a fixed seed.
// BRICKWOOD_BIN is the program, PW_CHROMIUM the browser; the argument is the folder. Beside the pictures it writes
// which messages are to be read in each: a test tells when the page no longer says one of them.
import { chromium } from '@playwright/test';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { messagesIn } from './shown-messages.mjs';

const SEED = 11;
/** The game is taken up on this turn at the earliest. */
const TURN = 40;
/** How many cards the player has then at least, so that there is something to offer. */
const CARDS = 5;
/** A day with a question about a corner, and its best answer. */
const DAY = { date: '2026-11-10', answer: 'B1 south' };
const DESKTOP = { viewport: { width: 1280, height: 760 }, deviceScaleFactor: 1.5 };
const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1.5,
  isMobile: true,
  hasTouch: true,
};

const [folder] = process.argv.slice(2);
const program = process.env.BRICKWOOD_BIN;
if (!folder || !program) throw new Error('usage: BRICKWOOD_BIN=program pictures.mjs FOLDER');

const shown = {};
const folders = [];
const browser = await chromium.launch({
  executablePath: process.env.PW_CHROMIUM,
  args: ['--no-sandbox'],
});
try {
  await running([], async (home) => {
    await takeHome(home);
    await takeGame(home, await play());
    await takeDay(home);
  });
  await running(['serve'], takeHost);
  await writeFile(join(folder, 'words.json'), `${JSON.stringify(shown, null, 2)}\n`);
} finally {
  await browser.close();
  for (const made of folders) await rm(made, { recursive: true, force: true });
}

/** What somebody sees who comes for the first time. */
async function takeHome(home) {
  const page = await visitor(DESKTOP);
  await page.goto(home, { waitUntil: 'networkidle' });
  await page.locator('.day a').first().waitFor();
  await take(page, 'home');
}

/** A game with a hand and an offer: on a desktop by day and by night, and on a phone. */
async function takeGame(home, record) {
  const page = await visitor(DESKTOP);
  await page.goto(`${home}/replay`);
  await page.getByLabel('Open a record').setInputFiles({
    name: 'game.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(record),
  });
  await page.getByRole('slider', { name: 'Step' }).waitFor();
  await page.keyboard.press('End');
  await page.getByRole('button', { name: 'Play from here' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  await page.waitForURL(/\/t\//);

  await offerUntilTaken(page);
  await take(page, 'game-light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await take(page, 'game-dark');

  const phone = await visitor({ ...PHONE, storageState: await page.context().storageState() });
  await phone.goto(page.url());
  await phone.locator('.pill').waitFor();
  await take(phone, 'phone');
}

/** Offers one card for another until somebody accepts, or makes a counter-offer. */
async function offerUntilTaken(page) {
  const taken = page.getByRole('button', { name: /^Trade with|’s counter-offer$/ }).first();
  const declined = page.getByText('Offer it again, or change it.');
  const thinking = page.getByRole('region', { name: 'Your offer' }).getByText('is thinking');
  await page.locator('[data-action=trade]').click();
  const cards = ['ore', 'grain', 'wool', 'brick', 'lumber'];
  for (const get of cards) {
    for (const give of cards.filter((card) => card !== get)) {
      const one = page.getByRole('button', { name: new RegExp(`^Give [1-9]\\d* ${give}`) });
      if (!(await one.count())) continue;
      await page.getByRole('button', { name: `Get ${get}`, exact: true }).click();
      await one.click();
      await page.getByRole('button', { name: 'Offer', exact: true }).click();
      await taken.or(declined).first().waitFor();
      if (await taken.count()) {
        await thinking.first().waitFor({ state: 'detached' });
        return;
      }
      await page.getByRole('button', { name: 'Clear' }).click();
    }
  }
  throw new Error('nobody takes an offer: try another seed');
}

/** The island of a day, answered. */
async function takeDay(home) {
  const page = await visitor(DESKTOP);
  await page.clock.install({ time: `${DAY.date}T12:00:00` });
  await page.goto(`${home}/day`);
  const choice = page.locator(`[data-pick][aria-label*="${DAY.answer}"]`);
  await choice.waitFor();
  // A place is chosen twice.
  await choice.press('Enter');
  await choice.press('Enter');
  const panel = page.getByRole('region', { name: 'Island of the day' });
  await panel.getByText('The best choice').waitFor();
  await take(page, 'day');
}

/** The host's page of a site on which somebody waits for players. */
async function takeHost(home, command) {
  const guest = await visitor(DESKTOP);
  await guest.goto(home);
  await guest.getByRole('button', { name: 'Play with friends' }).click();
  await guest.getByRole('heading', { name: 'Your table' }).waitFor();
  await command('backup', '--to', join(await temporary(), 'brickwood.db'));
  const page = await visitor(DESKTOP);
  await page.goto(await command('site', 'link'));
  await page.getByRole('tab', { name: 'Site' }).click();
  await take(page, 'host');
}

async function visitor(options) {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    colorScheme: 'light',
    locale: 'en-GB',
    ...options,
  });
  await context.addInitScript(() => {
    localStorage.setItem('brickwood.settings', '{"name":"Mira"}');
  });
  return context.newPage();
}

async function take(page, name) {
  await page.evaluate(async () => {
    document.activeElement?.blur();
    await document.fonts.ready;
  });
  await page.waitForLoadState('networkidle');
  await sleep(500);
  // Playwright itself writes no WebP, which takes a third of the bytes.
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 85 });
  await writeFile(join(folder, `${name}.webp`), data, 'base64');
  shown[name] = messagesIn(await page.evaluate(linesInSight));
}

/** What is written in the window, by lines and by their parts. */
function linesInSight() {
  const lines = [];
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('svg') || !element.checkVisibility({ visibilityProperty: true })) continue;
    const { bottom, height, top, width } = element.getBoundingClientRect();
    const isWritten = [...element.childNodes].some(
      ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue.trim(),
    );
    // What only a screen reader says is one pixel large.
    if (isWritten && height > 1 && width > 1 && bottom > 0 && top < innerHeight) {
      lines.push(element.innerText);
    }
  }
  return lines.join('\n');
}

/** Starts the program, as somebody does at home or with the command of a site, and ends it. */
async function running(command, use) {
  const port = await freePort();
  const data = await temporary();
  const at = command.length
    ? ['--listen', `127.0.0.1:${port}`]
    : ['--no-open', '--port', `${port}`];
  const server = spawn(program, [...command, ...at, '--data', data], { stdio: 'ignore' });
  const also = async (...words) => {
    const env = { ...process.env, BRICKWOOD_DATA: data };
    const told = await promisify(execFile)(program, words, { env });
    return told.stdout.trim();
  };
  try {
    const home = `http://127.0.0.1:${port}`;
    await answering(`${home}/healthz`);
    await use(home, also);
  } finally {
    server.kill();
    await once(server, 'exit');
  }
}

/** A folder that is removed at the end. */
async function temporary() {
  const made = await mkdtemp(join(tmpdir(), 'brickwood-pictures-'));
  folders.push(made);
  return made;
}

/** Lets the engine's bots play until somebody can trade, and returns the record. */
async function play() {
  const engine = spawn(program, ['engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
  const ask = async (request) => {
    engine.stdin.write(`${JSON.stringify(request)}\n`);
    const { result, error } = JSON.parse((await lines.next()).value);
    if (error) throw new Error(error.message);
    return result;
  };
  const canTrade = async ({ turn, phase, dice, active }) => {
    if (turn < TURN || phase.type !== 'turn' || !dice) return false;
    const { view } = await ask({ command: 'view', seat: active });
    return view.seats[active].hand >= CARDS;
  };
  let { status } = await ask({ command: 'new', players: 4, chance: 'seeded', seed: SEED });
  while (!(await canTrade(status))) {
    if (status.winners) throw new Error('the game is over before anybody can trade');
    const decided = await ask({ command: 'go', bot: 'hard', apply: true });
    const next = decided.action
      ? decided
      : await ask({ command: 'go', bot: 'hard', give_up: true, apply: true });
    status = next.status;
  }
  const { record } = await ask({ command: 'record', names: ['Ada', 'Noor', 'Kofi', 'Mira'] });
  engine.stdin.end();
  return record;
}

async function answering(url) {
  for (let tries = 0; tries < 200; tries += 1) {
    const answers = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) return;
    await sleep(50);
  }
  throw new Error('the program does not answer');
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}
