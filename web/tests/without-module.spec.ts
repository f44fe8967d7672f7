import type { Page } from '@playwright/test';

import { recordOf } from './support/finished';
import { expect, inEitherView, test } from './support/test';

const LEARN = 'Learn from my mistakes';

/** Has the page find no module where it was built to find one. Returns what it asks of the server instead. */
async function withoutModule(page: Page): Promise<string[]> {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(analysis|advice|exercise|reconsider)$/.test(pathname)) asked.push(pathname);
  });
  await page.route('**/*.wasm', (route) => route.fulfill({ status: 404 }));
  return asked;
}

async function openRecord(page: Page, home: string): Promise<void> {
  await page.goto(`${home}/replay`);
  await page.getByLabel('Open a record').setInputFiles({
    ...{ name: 'game.record', mimeType: 'text/plain' },
    buffer: Buffer.from(recordOf('fair')),
  });
  await expect(page.getByRole('slider', { name: 'Step' })).toBeVisible();
}

inEitherView('text', () => {
  test('the server asks the question of the day', async ({ page, home, view }) => {
    const asked = await withoutModule(page);
    await page.goto(`${home}/day/2026-11-23`);
    const panel = page.getByRole('region', { name: 'Island of the day' });
    const lit = page.locator('[data-pick], [data-choice]').first();
    await expect(lit).toBeVisible();
    await lit.press('Enter');
    // A place on the board is chosen by a second press.
    if (view === 'board') await lit.press('Enter');
    await expect(panel).toContainText(/\d+%/);
    expect(asked).toEqual(['/api/exercise']);
  });
});

test('the server judges a game, asks what would have been better, and advises its seats', async ({
  page,
  home,
}) => {
  test.setTimeout(240_000);
  const asked = await withoutModule(page);
  await openRecord(page, home);

  await page.getByRole('button', { name: 'Coach', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Coach' })).toContainText('What the coach tells');
  await expect.poll(() => asked).toEqual(['/api/advice']);

  await page.getByRole('button', { name: LEARN }).click();
  await page.getByRole('button', { name: 'Ben', exact: true }).click();
  const panel = page.getByRole('region', { name: LEARN });
  await expect(panel.locator('[data-heading]')).toContainText('What is better?', {
    timeout: 120_000,
  });
  const [, analysis, ...choices] = asked;
  expect(analysis).toBe('/api/analysis');
  expect(choices).not.toHaveLength(0);
  expect(new Set(choices)).toEqual(new Set(['/api/reconsider']));
});
