// Takes the pictures of the README: bots play a game from a fixed seed, and the page shows its
// record. BRICKWOOD_BIN is the program, PW_CHROMIUM the browser; the argument is the folder.
import { chromium } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const SEED = 11;
const TURN = 46;
const NAMES = ['Ada', 'Noor', 'Kofi', 'Mira'];
const SIZE = { width: 1280, height: 760 };

const [folder] = process.argv.slice(2);
const program = process.env.BRICKWOOD_BIN;
if (!folder || !program) throw new Error('usage: BRICKWOOD_BIN=program pictures.mjs FOLDER');

const record = await play();
const port = await freePort();
const data = await mkdtemp(join(tmpdir(), 'brickwood-pictures-'));
const server = spawn(program, ['--no-open', '--port', String(port), '--data', data], {
  stdio: 'ignore',
});
try {
  const home = `http://127.0.0.1:${port}`;
  await answering(`${home}/healthz`);
  for (const theme of ['light', 'dark']) await show(home, theme);
} finally {
  server.kill();
  await once(server, 'exit');
  await rm(data, { recursive: true, force: true });
}

/** Lets the engine's bots play up to the turn, and returns the record. */
async function play() {
  const engine = spawn(program, ['engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
  const ask = async (request) => {
    engine.stdin.write(`${JSON.stringify(request)}\n`);
    const { result, error } = JSON.parse((await lines.next()).value);
    if (error) throw new Error(error.message);
    return result;
  };
  let { status } = await ask({ command: 'new', players: 4, chance: 'seeded', seed: SEED });
  while (status.turn < TURN && !status.winners) {
    const decided = await ask({ command: 'go', bot: 'hard', apply: true });
    const next = decided.action
      ? decided
      : await ask({ command: 'go', bot: 'hard', give_up: true, apply: true });
    status = next.status;
  }
  const { record } = await ask({ command: 'record', names: NAMES });
  engine.stdin.end();
  return record;
}

async function show(home, theme) {
  const browser = await chromium.launch({
    executablePath: process.env.PW_CHROMIUM,
    args: ['--no-sandbox'],
  });
  const context = await browser.newContext({
    viewport: SIZE,
    deviceScaleFactor: 1.5,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  const page = await context.newPage();
  await page.goto(`${home}/replay`);
  await page.getByLabel('Open a record').setInputFiles({
    name: 'game.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(record),
  });
  await page.getByRole('slider', { name: 'Step' }).waitFor();
  await page.keyboard.press('End');
  await page.evaluate(() => document.fonts.ready);
  await sleep(1_000);
  // Playwright itself writes no WebP, which takes a third of the bytes.
  const devtools = await context.newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 88 });
  await writeFile(join(folder, `game-${theme}.webp`), data, 'base64');
  await browser.close();
}

async function answering(url) {
  for (let tries = 0; tries < 200; tries += 1) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
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
