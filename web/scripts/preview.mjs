// Draws what messengers show of a link, public/preview.jpg: the emblem, and the island of docs/pictures/game-light.webp.
// PW_CHROMIUM is the browser.
import { chromium } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SIZE = { width: 1200, height: 630 };
/** Where the island lies in the picture of a game, with its harbors. */
const ISLAND = { left: 130, top: 57, width: 670, height: 572 };
/** Messengers wait for no large picture. */
const LARGEST = 60_000;

const read = (path) => readFileSync(new URL(path, import.meta.url));
const emblem = read('../public/icon.svg').toString('utf8');
const game = read('../../docs/pictures/game-light.webp').toString('base64');
/** That of headings. */
const FONT =
  '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2';
const font = read(`../node_modules/${FONT}`).toString('base64');
const path = fileURLToPath(new URL('../public/preview.jpg', import.meta.url));

const FADE = 'transparent, #000 30px, #000 calc(100% - 30px), transparent';
const browser = await chromium.launch({
  executablePath: process.env.PW_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ viewport: SIZE });
await page.setContent(
  `<style>
     @font-face { font-family: Display; font-weight: 200 800; src: url(data:font/woff2;base64,${font}) }
     body { position: relative; height: 100vh; margin: 0; background: #00699e }
     div { position: absolute; left: 64px; top: 0; height: 100%; width: 420px; z-index: 1;
           display: grid; place-content: center; place-items: center; gap: 28px }
     svg { width: 220px }
     h1 { margin: 0; font: 800 80px/1 Display; color: #fff }
     i { position: absolute; right: 24px; top: ${(SIZE.height - ISLAND.height) / 2}px;
         width: ${ISLAND.width}px; height: ${ISLAND.height}px;
         background: url(data:image/webp;base64,${game}) -${ISLAND.left}px -${ISLAND.top}px;
         mask: linear-gradient(to right, ${FADE}) }
   </style><div>${emblem}<h1>Brickwood</h1></div><i></i>`,
);
await page.evaluate('document.fonts.ready');
for (let quality = 90; ; quality -= 4) {
  const picture = await page.screenshot({ path, type: 'jpeg', quality });
  if (picture.length <= LARGEST) break;
}
await browser.close();
