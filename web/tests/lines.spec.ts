import { StallingProxy } from './support/stalling-proxy';
import { expect, test } from './support/test';
import { places, refusal } from './support/views';

test('a line on which nothing comes any more is told within ten seconds, and found again', async ({
  page,
  server,
}) => {
  const proxy = await StallingProxy.before(server.port);
  await page.goto(`${proxy.url}/new`);
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.locator('.pill.act')).toContainText('Place your first settlement');
  await expect(places(page).first()).toBeVisible();

  proxy.stall();
  const since = Date.now();
  await expect(page.getByText('Connection lost')).toBeVisible({ timeout: 12_000 });
  expect(Date.now() - since).toBeLessThan(10_000);
  await expect(page.locator('[data-voice=urgent]')).toContainText('The connection is lost');
  // Nothing can be pressed that nobody would hear.
  await expect(places(page)).toHaveCount(0);
  const end = page.locator('[data-action=end_turn], [data-action=roll]').first();
  await end.click({ force: true });
  await expect(refusal(page)).toContainText('The connection is lost');

  proxy.mend();
  await expect(page.getByText('Connection lost')).toBeHidden({ timeout: 12_000 });
  await expect(places(page).first()).toBeVisible();
  await proxy.close();
});
