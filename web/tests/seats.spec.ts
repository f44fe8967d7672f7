import type { Page } from '@playwright/test';

import { openTable, sitDown, stranger } from './support/lobby';
import { expect, test, inEitherView } from './support/test';

async function leaveForGood(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Table and players' }).click();
  await page.getByRole('button', { name: 'Leave for good' }).click();
  const question = page.getByRole('dialog', { name: 'Leave for good?' });
  await question.getByRole('button', { name: 'Leave for good' }).click();
  await expect(page).not.toHaveURL(/\/t\//);
}

test('a seat goes back to who has left it, or to whom the others let in, and who is removed is told', async ({
  page: host,
  browser,
  home,
}) => {
  await openTable(host, home, {
    name: 'Robin',
    seats: ['human', 'human'],
    choose: async (page) => {
      await page.getByLabel('after', { exact: true }).selectOption('10');
    },
  });
  const link = host.url();
  const [ida, olaf, mia] = await Promise.all([
    stranger(browser),
    stranger(browser),
    stranger(browser),
  ]);
  await ida.goto(link);
  // Another tab of the same person learns of the seat by itself.
  const tab = await ida.context().newPage();
  await tab.goto(link);
  await sitDown(ida, 'Ida');
  await expect(tab.getByRole('button', { name: 'Take a seat' })).toBeHidden();
  await tab.close();
  // He likes to have the table in words.
  await olaf.goto(`${link}?view=text`);
  await sitDown(olaf, 'Olaf');
  await expect(host.locator('.pill')).toContainText(/settlement|Rolling/);
  const log = host.getByRole('log');

  await leaveForGood(ida);
  await expect(log).toContainText('Ida leaves for good');
  await ida.goto(link);
  await ida.getByRole('button', { name: 'Take your seat back' }).click();
  await expect(log).toContainText('Ida is back');

  await leaveForGood(ida);
  await mia.goto(link);
  await mia.getByLabel('Your name').fill('Mia');
  await mia.getByRole('button', { name: 'Ask for the seat' }).click();
  await expect(mia.getByText('You have asked for a seat')).toBeVisible();
  await host.getByRole('button', { name: 'Let Mia in' }).click();
  await expect(host.getByText('1 of 2 agree')).toBeVisible();
  await expect(mia.getByRole('region', { name: 'Your hand' })).toHaveCount(0);
  await olaf.getByRole('button', { name: 'Let Mia in' }).click();
  await expect(log).toContainText('Mia takes the seat of Ida', { timeout: 20_000 });
  await expect(log).toContainText('Ida leaves for good');
  await expect(mia.getByRole('region', { name: 'Your hand' })).toBeVisible();

  await host.getByRole('button', { name: 'Table and players' }).click();
  await host.getByRole('button', { name: 'Remove: Olaf' }).click();
  const question = host.getByRole('dialog', { name: 'Remove Olaf?' });
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  const vote = { name: 'Remove Olaf from the game?' };
  await expect(olaf.getByRole('region', vote)).toContainText('Robin votes to remove you');
  await mia.getByRole('button', { name: 'Remove Olaf (1 of 2)' }).click();
  const told = { name: 'You have been removed from this table.' };
  await expect(olaf.getByRole('heading', told)).toBeVisible();
  await olaf.reload();
  await expect(olaf.getByRole('heading', told)).toBeVisible();
  await expect(log).toContainText('Olaf is removed');
  await host.getByRole('button', { name: 'Let back in: Olaf' }).click();
  await olaf.reload();
  await expect(olaf.getByRole('button', { name: 'Ask for the seat' })).toBeVisible();
  for (const page of [ida, olaf, mia]) await page.context().close();
});

inEitherView('board', () => {
  test('a game ends without a winner, once the others agree', async ({
    page: host,
    browser,
    home,
  }) => {
    await openTable(host, home, { name: 'Robin', seats: ['human'] });
    const ida = await stranger(browser);
    await ida.goto(host.url());
    await sitDown(ida, 'Ida');
    await expect(host.locator('.pill')).toContainText(/settlement/);

    await host.getByRole('button', { name: 'Table and players' }).click();
    await host.getByRole('button', { name: 'End the game' }).click();
    const question = host.getByRole('dialog', { name: 'End the game?' });
    await question.getByRole('button', { name: 'End the game' }).click();
    await host.keyboard.press('Escape');
    const vote = { name: 'End the game without a winner?' };
    await expect(host.getByRole('region', vote)).toContainText('once Ida agrees');
    await expect(ida.getByRole('region', vote)).toContainText('Robin wants to end the game');
    await ida.getByRole('region', vote).getByRole('button', { name: 'End the game' }).click();
    for (const page of [host, ida]) {
      await expect(page.getByRole('heading', { name: 'Nobody has won' })).toBeVisible();
      const logs = page
        .locator('[role=log], [data-region=log]')
        .filter({ hasText: 'The game ends without a winner' });
      await expect(logs.first()).toBeVisible();
    }
    // Its dice can be checked as those of any game that is over.
    await ida.getByRole('link', { name: 'Verify dice' }).click();
    await expect(ida.getByRole('heading', { name: 'Every draw is correct' })).toBeVisible();
    await host.goto(home);
    await expect(host.getByText('Ended without a winner')).toBeVisible();
    await ida.context().close();
  });
});
