import type { Page } from '@playwright/test';

import { expectAccessible, expectFits } from './support/checks';
import { answerFirst } from './support/islands';
import { picture } from './support/pictures';
import { expect, SIZES, test } from './support/test';

/** A Friday. */
const TODAY = '2026-11-27';

/** What somebody has answered before: by day, the rank among five, what it cost, and when it is asked again. */
type Before = Readonly<Record<string, readonly [rank: number, cost: number, again?: string]>>;

/** A browser in which these days are answered. */
async function withDays(page: Page, before: Before): Promise<void> {
  const kept = Object.entries(before).map(([day, [rank, cost, on]]) => {
    const again = on && { on, found: 0 };
    return [day, { answer: 'pass', rank, of: 5, onTime: true, cost, ...(again && { again }) }];
  });
  await page.addInitScript(
    (days) => {
      if (!localStorage.getItem('brickwood.days')) localStorage.setItem('brickwood.days', days);
    },
    JSON.stringify(Object.fromEntries(kept)),
  );
  await page.clock.install({ time: `${TODAY}T12:00:00` });
}

const SOME: Before = {
  '2026-11-20': [1, 0],
  '2026-11-23': [1, 0],
  '2026-11-24': [3, 4, '2026-11-27'],
  '2026-11-25': [2, 2, '2026-11-26'],
  '2026-11-26': [4, 6, '2026-11-29'],
};

for (const [size, device] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use(device);

    test('the archive tells how well each kind is answered, and what is to be done', async ({
      page,
      home,
    }) => {
      await withDays(page, SOME);
      await page.goto(`${home}/days`);
      const kind = (name: string) => page.locator('label').filter({ hasText: name });
      await expect(kind('All kinds')).toContainText('5 of 89, 2 best');
      await expect(kind('Robber')).toContainText('1 of 13, 1 best');
      // Two of five, and those not of late.
      await expect(kind('All kinds')).toContainText('34%');
      await expect(kind('Robber')).toContainText('–');
      await expect(page.getByText('This week: 4 answered, 1 best')).toBeVisible();

      const day = (date: string) => page.getByRole('listitem').filter({ hasText: date });
      await expect(day('23 November')).toContainText('1st of 5');
      await expect(day('23 November').locator('.medal')).toBeVisible();
      await expect(day('26 November')).toContainText('4th of 5');
      await expect(day('26 November')).toContainText('costs 6 points');
      await expect(day('26 November').locator('.medal')).toHaveCount(0);
      await expectFits(page, 'the archive');
      await expectAccessible(page, `the archive on ${size}`);
      await picture(page, `archive-${size}`);

      const next = page.getByRole('link', { name: 'Next unanswered' });
      await expect(next).toHaveAttribute('href', /\/day\/2026-11-27$/);
      await page.getByRole('radio', { name: /^Robber/ }).check();
      await expect(page.getByRole('listitem')).toHaveCount(13);
      await page.getByRole('radio', { name: /^First settlement/ }).check();
      await expect(next).toHaveAttribute('href', /\/day\/2026-11-16$/);
    });
  });
}

test('what was missed is asked once more on its day, the longest waiting first', async ({
  page,
  home,
}) => {
  await withDays(page, SOME);
  await page.goto(`${home}/days`);
  await page.getByRole('link', { name: 'To repeat today: 2' }).click();
  await expect(page).toHaveURL(/\/day\/2026-11-25$/);
  await expect(page.locator('.pill')).toContainText('Once more');
  await answerFirst(page);
  await expect(page.getByRole('region', { name: 'Island of the day' })).toContainText(/of [2-6]/);
  await expect(page.getByRole('button', { name: 'Copy line' })).toHaveCount(0);
  await page.getByRole('link', { name: 'To repeat today: 1' }).click();
  await expect(page).toHaveURL(/\/day\/2026-11-24$/);
  // The first answer counts.
  await page.goto(`${home}/days`);
  const day = page.getByRole('listitem').filter({ hasText: '25 November' });
  await expect(day).toContainText('2nd of 5');
});

test('a day before the first island has none, and says when they begin', async ({ page, home }) => {
  await withDays(page, {});
  await page.goto(`${home}/day/2026-08-30`);
  await expect(page.getByText('The islands begin on 31 August 2026.')).toBeVisible();
});

test('the line that is shared has an address only where others can open it', async ({
  page,
  home,
}) => {
  await withDays(page, {});
  await page.route('**/api/addresses', (route) =>
    route.fulfill({ json: { type: 'public', url: 'https://play.example' } }),
  );
  const panel = page.getByRole('region', { name: 'Island of the day' });
  await page.goto(`${home}/day`);
  await answerFirst(page);
  await expect(panel).toContainText(
    /Brickwood, island of the day, 27 Nov: .* of \d, 1-day streak [🟩🟨⬜]+ https:\/\/play\.example\/day\/2026-11-27/u,
  );
  await page.unroute('**/api/addresses');
  await page.route('**/api/addresses', (route) =>
    route.fulfill({ json: { type: 'machine', can_open: false, command: 'brickwood' } }),
  );
  await page.reload();
  await expect(panel).toContainText(/1-day streak [🟩🟨⬜]+ /u);
  await expect(panel).not.toContainText('http');
});
