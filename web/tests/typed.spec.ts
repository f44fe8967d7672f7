import { expectLooksRight } from './support/checks';
import { reachedAt } from './support/lobby';
import { expect, test } from './support/test';
import { TextPlayer } from './support/text-player';

test('a table is set up, called off, gone through and played again by typed commands', async ({
  browser,
  home,
}) => {
  const pages = [await browser.newPage(), await browser.newPage()] as const;
  const [ida, olaf] = pages.map((page) => new TextPlayer(page)) as [TextPlayer, TextPlayer];
  const ending = ({ page }: TextPlayer) =>
    page.getByRole('region', { name: 'End the game without a winner?' });
  const said = ({ page }: TextPlayer) => page.getByRole('log', { name: 'What was typed and said' });
  await reachedAt(ida.page, home);
  await ida.page.goto(`${home}/new?view=text`);
  await ida.page.getByLabel('Your name').fill('Ida');
  await ida.page.getByRole('radio', { name: '3', exact: true }).check();
  for (const seat of ['Seat 2', 'Seat 3']) {
    await ida.page.getByLabel(seat, { exact: true }).selectOption('human');
  }
  await ida.page.getByText('The table', { exact: true }).click();
  await ida.page.getByRole('radio', { name: 'When the host starts it' }).check();
  await ida.page.getByRole('button', { name: 'Open the table' }).click();

  // Before the game.
  await expect(said(ida)).toContainText('2 seats still open.');
  await type(ida, 'start');
  await expect(said(ida).locator('.problem').last()).toContainText('2 seats are open');
  await type(ida, 'link');
  await expect(said(ida)).toContainText(ida.page.url());
  await olaf.page.goto(`${ida.page.url()}?view=text`);
  await type(olaf, 'start');
  await expect(said(olaf).locator('.problem').last()).toHaveText('Only the host can do that.');
  await type(olaf, 'join Olaf');
  await expect(olaf.page.getByRole('listitem').filter({ hasText: 'Olaf' })).toContainText('you');
  await type(ida, 'seat 3 hrad');
  await expect(said(ida).locator('.problem').last()).toContainText('Did you mean hard?');
  await type(ida, 'seat 3 hard');
  await expect(said(ida).locator('.heard').last()).toContainText(/3: .+\. Hard bot\./);
  await type(ida, 'say Welcome, Olaf');
  await type(ida, 'seat 3 locked');
  await expect(said(olaf)).toContainText('3: Locked seat.');
  await type(ida, 'players');
  await expect(said(ida).locator('.answer').last()).toContainText('3: Locked seat.');
  await expectLooksRight(ida.page, 'desktop', 'text-waiting', { fullPage: true });
  await type(olaf, 'leave');
  await type(olaf, 'no');
  await expect(said(olaf)).toContainText('Cancelled.');
  await type(ida, 'start');

  // The game is called off by all.
  await expect(said(ida)).toContainText('Type help for the commands.');
  await expect(ida.page.getByRole('heading', { name: 'Your hand' })).toBeVisible();
  await expect(olaf.page.getByRole('heading', { name: 'Your hand' })).toBeVisible();
  await type(olaf, 'replay');
  await expect(said(olaf).locator('.problem').last()).toContainText('not over yet');
  await type(olaf, 'agree');
  await expect(said(olaf).locator('.problem').last()).toHaveText('There is nothing to vote on.');
  const placing = ida.next() ? ida : olaf;
  await placing.type(placing.next() ?? '');
  await type(ida, 'end game');
  await expect(said(ida)).toContainText('End the game without a winner? Yes or no?');
  await type(ida, 'yes');
  await expect(ending(olaf)).toBeVisible();
  await type(olaf, 'agree');
  await type(olaf, 'yes');
  await expect(said(ida)).toContainText(/ended without a winner|nobody has won/i);

  // It is gone through, and played again.
  const table = ida.page.url();
  await type(ida, 'rematch');
  await expect(ida.page).not.toHaveURL(table);
  await type(olaf, 'replay');
  // It opens with how the game has ended.
  await expect(said(olaf)).toContainText(/Step (\d+) of \1/);
  await type(olaf, 'step 0');
  await expect(said(olaf).locator('.answer').last()).toContainText('Step 0 of');
  await type(olaf, 'next');
  await expect(said(olaf).locator('.answer').last()).toContainText('for the first turn');
  await type(olaf, 'next 2');
  await expect(said(olaf).locator('.answer').last()).toContainText(/Step 3 of \d+/);
  await type(olaf, '');
  await type(olaf, '1');
  await expect(said(olaf).locator('.answer').last()).toContainText('Step 1 of');
  await type(olaf, 'eyes ida');
  await expect(olaf.page.getByLabel('Cards of')).toHaveValue('0');
  await type(olaf, 'scan 8');
  await expect(said(olaf).locator('.answer').last()).toContainText('8');
  await type(olaf, 'back');
  await expect(said(olaf).locator('.answer').last()).toContainText('Step 0 of');
  const download = olaf.page.waitForEvent('download');
  await type(olaf, 'record');
  await download;
  await type(olaf, 'home');
  await expect(olaf.page.getByRole('button', { name: 'Play now' })).toBeVisible();
  for (const page of pages) await page.close();
});

async function type({ field }: TextPlayer, line: string): Promise<void> {
  await field.fill(line);
  await field.press('Enter');
}
