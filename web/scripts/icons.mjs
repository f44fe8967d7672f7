// Draws the icons for home screens, and favicon.ico for what asks for no other, from public/icon.svg. PW_CHROMIUM is the
// browser.
import { chromium } from '@playwright/test';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Name, size, the part of it that the emblem takes, and what is behind the emblem. */
const ICONS = [
  { name: 'icon-192.png', size: 192, share: 1, background: 'transparent' },
  { name: 'icon-512.png', size: 512, share: 1, background: 'transparent' },
  // Systems cut these to their own shape: all that counts is within the inner four fifths.
  { name: 'icon-maskable.png', size: 512, share: 0.7, background: '#00699e' },
];

/** The sizes in favicon.ico. */
const SMALL = [16, 32, 48];

const shared = new URL('../public/', import.meta.url);
const emblem = readFileSync(new URL('icon.svg', shared), 'utf8');
const browser = await chromium.launch({
  executablePath: process.env.PW_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
for (const { name, size, share, background } of ICONS) {
  writeFileSync(fileURLToPath(new URL(name, shared)), await drawn(size, share, background));
}
const small = [];
for (const size of SMALL) small.push(await drawn(size, 1, 'transparent'));
writeFileSync(fileURLToPath(new URL('favicon.ico', shared)), together(small));
await browser.close();

async function drawn(size, share, background) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>
       html { background: ${background} }
       body { display: grid; place-items: center; height: 100vh; margin: 0 }
       svg { width: ${share * 100}vw }
     </style>${emblem}`,
  );
  const picture = await page.screenshot({ omitBackground: true });
  await page.close();
  return picture;
}

/** Pictures of the sizes in SMALL as one file: a head, a line about each, and then they themselves. */
function together(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let begin = head.length;
  for (const [index, picture] of pictures.entries()) {
    const line = 6 + 16 * index;
    head.writeUInt8(SMALL[index], line);
    head.writeUInt8(SMALL[index], line + 1);
    head.writeUInt16LE(1, line + 4);
    head.writeUInt16LE(32, line + 6);
    head.writeUInt32LE(picture.length, line + 8);
    head.writeUInt32LE(begin, line + 12);
    begin += picture.length;
  }
  return Buffer.concat([head, ...pictures]);
}
