import type { Page } from '@playwright/test';

import { expectAccessible, expectLooksRight } from './support/checks';
import { recordOf } from './support/finished';
import { expect, SIZES, test } from './support/test';

const step = (page: Page) => page.getByRole('slider', { name: 'Step' });

async function open(page: Page, home: string): Promise<void> {
  await page.goto(`${home}/replay`);
  await page.getByLabel('Open a record').setInputFiles({
    ...{ name: 'game.record', mimeType: 'text/plain' },
    buffer: Buffer.from(recordOf('beginners')),
  });
  await step(page).focus();
  await page.keyboard.press('Home');
}

for (const [size, device] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use(device);

    test('a bot’s plans, offers and beliefs stand beside a replay', async ({ page, home }) => {
      await open(page, home);
      if (size === 'phone') await page.getByRole('button', { name: 'Analysis' }).click();
      await page.getByRole('tab', { name: 'Thoughts' }).click();
      const panel = page.getByRole('tabpanel', { name: 'Thoughts' });
      const plans = panel.locator('ol li');
      const next = panel.getByRole('button', { name: 'Next decision of a bot' });
      const hands = panel.getByRole('heading', { name: 'What it believed of the other hands' });
      // On to a turn of the bot in which it had several plans.
      await expect(async () => {
        await next.click();
        await expect(hands).toBeVisible({ timeout: 5_000 });
        await expect(panel).toContainText('Its chance of winning with each plan');
        expect(await plans.count()).toBeGreaterThan(1);
      }).toPass({ timeout: 60_000, intervals: [10] });
      await expect(panel).toContainText(/What Ben \(hard bot\) weighed before step \d+/);
      await expect(plans.first()).toContainText('%');
      await expect(panel.locator('[data-coach=hands] .card').first()).toBeVisible();
      await expectLooksRight(page, size, 'thoughts');
      await expectAccessible(page, 'thoughts');

      // Nobody looks into the head of a person.
      await step(page).focus();
      await page.keyboard.press('Home');
      await expect(panel).toContainText('No bot decides here.');
    });
  });
}

test.describe('in words', () => {
  test.use({ view: 'text' });

  test('a bot’s thoughts and the hands of the others can be typed', async ({ page, home }) => {
    await open(page, home);
    const said = page.getByRole('log', { name: 'What was typed and said' });
    const type = async (line: string) => {
      const field = page.getByRole('combobox', { name: 'Type a command' });
      await field.fill(line);
      await field.press('Enter');
    };
    await type('step 0');
    await type('thoughts');
    await expect(said).toContainText('No bot decides here.');
    await type('step 1');
    await type('hands');
    await expect(said).toContainText('no cards');
    await type('help thoughts');
    await expect(said).toContainText('looks into the head of the bot');
  });
});
