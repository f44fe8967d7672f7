// Draws the icons for home screens from public/icon.svg. PW_CHROMIUM is the browser.
import { chromium } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Name, size, the part of it that the emblem takes, and what is behind the emblem. */
const ICONS = [
  { name: 'icon-192.png', size: 192, share: 1, background: 'transparent' },
  { name: 'icon-512.png', size: 512, share: 1, background: 'transparent' },
  // Systems cut these to their own shape: all that counts is within the inner four fifths.
  { name: 'icon-maskable.png', size: 512, share: 0.7, background: '#00699e' },
];

const shared = new URL('../public/', import.meta.url);
const emblem = readFileSync(new URL('icon.svg', shared), 'utf8');
const browser = await chromium.launch({
  executablePath: process.env.PW_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
for (const { name, size, share, background } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>
       html { background: ${background} }
       body { display: grid; place-items: center; height: 100vh; margin: 0 }
       svg { width: ${share * 100}vw }
     </style>${emblem}`,
  );
  await page.screenshot({ path: fileURLToPath(new URL(name, shared)), omitBackground: true });
  await page.close();
}
await browser.close();
