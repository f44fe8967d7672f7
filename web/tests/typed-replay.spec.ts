import type { Page } from '@playwright/test';

import { recordOf } from './support/finished';
import { expect, test } from './support/test';

const said = (page: Page) => page.getByRole('log', { name: 'What was typed and said' });
const answer = (page: Page) => said(page).locator('.answer').last();
const step = (page: Page) => page.getByRole('slider', { name: 'Step' });

async function type(page: Page, line: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Type a command' });
  await field.fill(line);
  await field.press('Enter');
}

test.use({ view: 'text' });

test.beforeEach(async ({ page, home }) => {
  await page.goto(`${home}/replay`);
  await page.getByLabel('Open a record').setInputFiles({
    ...{ name: 'game.record', mimeType: 'text/plain' },
    buffer: Buffer.from(recordOf('short')),
  });
  // It opens with how the game has ended.
  await expect(said(page)).toContainText(/Step (\d+) of \1/);
  await type(page, 'step 0');
  await expect(answer(page)).toContainText('Step 0 of');
});

test('the speed of a replay is typed, and a new game is begun from one of its steps', async ({
  page,
}) => {
  const speed = page.getByLabel('Speed');
  await type(page, 'speed');
  await expect(answer(page)).toHaveText('2 steps a second.');
  await type(page, 'faster');
  await expect(speed).toHaveValue('4');
  await type(page, 'play 8');
  await expect(speed).toHaveValue('8');
  await expect.poll(async () => Number(await step(page).inputValue())).toBeGreaterThan(1);
  await type(page, 'pause');
  await type(page, 'slower');
  await expect(answer(page)).toHaveText('4 steps a second.');

  await type(page, 'step 9999');
  await type(page, 'play from here');
  await expect(said(page).locator('.problem').last()).toHaveText('The game is over.');
  await type(page, 'step 5');
  await type(page, 'try it from here as Nobody');
  await expect(said(page).locator('.problem').last()).toContainText('At the table:');
  await type(page, 'try it from here as ben against easy bots');
  await expect(said(page)).toContainText('You play for Ben. The bots’ level: easy. Yes or no?');
  await type(page, 'no');
  await expect(page).toHaveURL(/\/replay/);
  await type(page, 'try ben');
  await type(page, 'yes');
  await expect(page).toHaveURL(/\/t\/.+/);
  await expect(page.getByRole('heading', { name: 'Your hand' })).toBeVisible();
});

test('the moments, the mistakes and the coach of a replay are gone through by typed commands', async ({
  page,
}) => {
  await type(page, 'statistics luck');
  await expect(answer(page)).toContainText('Luck with the dice:');
  await type(page, 'next moment');
  await expect(step(page)).not.toHaveValue('0');
  const first = await step(page).inputValue();
  await type(page, 'back moment');
  await expect(said(page).locator('.problem').last()).toContainText('none before this step');
  await type(page, 'next moment');
  await expect(step(page)).not.toHaveValue(first);

  await type(page, '1');
  await type(page, 'hint');
  await expect(answer(page)).toContainText(/What the coach tells .+Build a .+/);
  await type(page, 'chances');
  await expect(answer(page)).toContainText(/Ben: \d+%/);

  // What is not yet known is looked for, and told when it is found.
  await type(page, 'next mistake');
  await expect(said(page)).toContainText('The choices are being analyzed.');
  await expect(said(page)).toContainText('in percentage points of the chance of winning.', {
    timeout: 60_000,
  });
  await type(page, 'step 0');
  await type(page, 'next luck');
  await expect(step(page)).not.toHaveValue('0');
});

test('notes on a replay are typed, told and taken away, and kept with those of the page', async ({
  page,
}) => {
  await type(page, 'note');
  await expect(answer(page)).toContainText('There are no notes yet.');
  await type(page, 'step 3');
  await type(page, 'note A bold start');
  await expect(answer(page)).toHaveText('Step 3: A bold start');
  await page.getByRole('button', { name: 'Analysis', exact: true }).click();
  await expect(page.getByLabel('Note on this moment')).toHaveValue('A bold start');
  await page.getByRole('button', { name: 'Analysis', exact: true }).click();
  await type(page, 'step 5');
  await type(page, 'note Too late');
  await type(page, 'notes');
  await expect(answer(page)).toContainText('Step 3: A bold start');
  await expect(answer(page)).toContainText('Step 5: Too late');
  await type(page, 'note none');
  await expect(answer(page)).toHaveText('There is no note on this step.');
  await type(page, 'log 3 buildings');
  await expect(answer(page)).toContainText(/settlement|road/);
});
