import type { Page } from '@playwright/test';

import { expectAccessible, expectFits } from './support/checks';
import { picture } from './support/pictures';
import { expect, SIZES, test } from './support/test';
import { Typist } from './support/typist';

/** An island that the box can lay. */
const ROWS = ['O10W2L9', 'G12B6W4B10', 'G9L11DL3O8', 'L8O3G4W5', 'B5G6W11'];
const TEXT = `${ROWS.join('/')}~a1nw:3,b4ne:O`;

const place = (page: Page, name: string) =>
  page.locator('.board').getByRole('button', { name, exact: false }).first();
const text = (page: Page) => page.getByLabel('The island as text');
const ready = (page: Page) => page.getByText('This island can be played.');

async function choose(page: Page, tool: string): Promise<void> {
  await page
    .getByRole('radio', { name: new RegExp(`^${tool}\\b`, 'i') })
    .first()
    .check({ force: true });
}

/** Where a hex lies on the screen. */
async function middle(page: Page, hex: string): Promise<{ x: number; y: number }> {
  const box = await place(page, `${hex}:`).boundingBox();
  if (!box) throw new Error(`${hex} is not there`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('by keyboard alone an island is drawn, put right, and played on', async ({ page, home }) => {
  const typist = new Typist(page);
  await page.goto(`${home}/new`);
  await page.locator('summary', { hasText: 'The island' }).click();
  await page.getByRole('radio', { name: 'Your own' }).check();
  await typist.tabTo('Draw it in the island editor');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Still to draw: 19 hexes and the robber.')).toBeVisible();

  await typist.tabTo(/^A1:/);
  const hexes = ROWS.join('').match(/[A-Z]\d*/g) ?? [];
  let drawn = 0;
  await page.keyboard.press('Home');
  for (let places = 0; places < 49; places += 1) {
    const name = await typist.focused();
    if (/^[A-E]\d:/.test(name)) {
      for (const key of hexes[drawn] ?? '') await page.keyboard.press(key.toLowerCase());
      drawn += 1;
    }
    if (name.startsWith('A1, north-west coast')) await page.keyboard.press('3');
    if (name.startsWith('B4, north-east coast')) await page.keyboard.press('o');
    await page.keyboard.press('n');
  }
  await expect(ready(page)).toBeVisible();
  await expect(text(page)).toHaveValue(TEXT);

  // What is wrong is said at its place, and goes when it is put right.
  await place(page, 'C3:').press('6');
  await expect(place(page, 'C3: desert, 6')).toHaveAccessibleName(/C3 cannot have this number/);
  await place(page, 'A1, north-east').press('w');
  await expect(page.getByText('2 things are wrong:')).toBeVisible();
  await expect(page.locator('.board .mark')).toHaveCount(2);
  await typist.tabTo('C3 cannot have this number.');
  await page.keyboard.press('Enter');
  await expect.poll(() => typist.focused()).toMatch(/^C3:/);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(ready(page)).toBeVisible();
  await expect(text(page)).toHaveValue(TEXT);
  await expect(page.getByText('Generic harbor')).toHaveCount(0);
  await expect(page.getByText(/2-to-1 wool harbor: 0 instead of 1/)).toBeVisible();

  await typist.tabTo('Play on this island');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Text of the board')).toHaveValue(TEXT);
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.locator('.pill')).toBeVisible();
  // The only ones of their kind on this island.
  for (const land of ['10 mountains', '11 pasture', '6 hills']) {
    await expect(page.locator(`.board [aria-label*="${land}"]`).first()).toBeAttached();
  }
});

for (const [size, device] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use(device);

    test('an island is drawn by pointer, filled at random, and shared', async ({ page, home }) => {
      await page.goto(`${home}/editor`);
      await expect(page.getByText(/^Still to draw/)).toBeVisible();

      await choose(page, 'Hills');
      const [from, to] = [await middle(page, 'B1'), await middle(page, 'B4')];
      if (device.hasTouch) {
        await page.touchscreen.tap(from.x, from.y);
        for (const hex of ['B2', 'B3', 'B4']) {
          const at = await middle(page, hex);
          await page.touchscreen.tap(at.x, at.y);
        }
      } else {
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        await page.mouse.move(to.x, to.y, { steps: 12 });
        await page.mouse.up();
      }
      await expect(text(page)).toHaveValue('???/BBBB/?????/????/???');
      await expect(page.getByText('Hills: 4 instead of 3')).toBeVisible();
      await expect(
        page.getByRole('radio', { name: 'Hills, 1 more than the box has' }),
      ).toBeAttached();
      await choose(page, 'Number 8');
      const [at, sea] = [await middle(page, 'C3'), await middle(page, 'C5, east coast')];
      if (device.hasTouch) await page.touchscreen.tap(at.x, at.y);
      else await page.mouse.click(at.x, at.y);
      await choose(page, '2-to-1 grain harbor');
      if (device.hasTouch) await page.touchscreen.tap(sea.x + 4, sea.y);
      else await page.mouse.click(sea.x + 9, sea.y);
      await expect(text(page)).toHaveValue('???/BBBB/???8??/????/???~c5e:G');
      await expectFits(page, `the editor on ${size}`);
      await expectAccessible(page, `the editor on ${size}`);
      await picture(page, `editor-begun-${size}`);

      await page.getByRole('radio', { name: 'Balanced' }).check();
      await page.getByRole('button', { name: 'Fill the rest' }).click();
      await expect(ready(page)).toBeVisible();
      await expect(page.getByText('By the house rule this board is balanced.')).toBeVisible();
      const filled = await text(page).inputValue();
      expect(filled).toMatch(/^[^?]*\/B\d+B\d+B\d+B\d+\/([A-Z]\d*\*?){2}[A-Z]8[^?]*c5e:G[^?]*$/);
      await expectAccessible(page, `a whole island on ${size}`);
      await picture(page, `editor-filled-${size}`, { fullPage: true });

      // The address leads others to it, and their own draft is one step back.
      const other = await page.context().newPage();
      await expect.poll(() => page.url()).toContain('#');
      await other.goto(`${home}/editor`);
      await other.getByRole('button', { name: 'Clear' }).click();
      await expect(text(other)).toHaveValue(/^\?\?\?/);
      await expect(other).not.toHaveURL(/#/);
      await other.goto(page.url());
      await expect(text(other)).toHaveValue(filled);
      await expect(ready(other)).toBeVisible();
      await other.getByRole('button', { name: 'Undo' }).click();
      await expect(text(other)).toHaveValue(/^\?\?\?/);
      await other.close();

      // So does a text; one that cannot be read says why.
      await text(page).fill('B6 X2');
      await page.getByRole('button', { name: 'Draw this text' }).click();
      await expect(page.getByText('“X2” is not a hex')).toBeVisible();
      await text(page).fill('???/????/?????/??????/?????/????/???');
      await page.getByRole('button', { name: 'Draw this text' }).click();
      await expect(page.getByRole('radio', { name: '5–6 players' })).toBeChecked();
      await page.getByRole('button', { name: 'New island' }).click();
      await expect(ready(page)).toBeVisible();
      await page.reload();
      await expect(ready(page)).toBeVisible();
      await expectFits(page, `the large frame on ${size}`);
      await expectAccessible(page, `the large frame on ${size}`);
      await picture(page, `editor-large-${size}`);
    });
  });
}
