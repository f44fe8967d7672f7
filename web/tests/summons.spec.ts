import type { Page } from '@playwright/test';

import { states } from './support/moments';
import { StagedTable } from './support/staged';
import { expect, test, inBothViews, WITH_NOTIFICATIONS } from './support/test';

test.use(WITH_NOTIFICATIONS);

/** Hides the page from its script, or shows it again, as if another tab were in front. */
function hide(page: Page, hidden: boolean): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

/** The notifications that the page has made since it was loaded. */
function notifications(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { notified: string[] }).notified);
}

inBothViews(() => {
  test('a hidden page says in its title when the player is to act, and notifies those who want it', async ({
    page,
    context,
    home,
  }) => {
    await context.grantPermissions(['notifications']);
    await page.addInitScript(() => {
      const notified: string[] = [];
      Object.assign(window, {
        notified,
        Notification: class extends Notification {
          constructor(title: string, options: NotificationOptions) {
            super(title, options);
            notified.push(options.body ?? '');
          }
        },
      });
    });
    const turn = states(4).find(({ name }) => name === 'roll');
    if (!turn) throw new Error('there is no turn');
    const others = { view: { phase: { type: 'turn' as const }, active: 1, dice: null } };
    const table = new StagedTable();
    await table.open(page, home, others);

    // Nobody has asked for notifications yet.
    await hide(page, true);
    table.show(turn.moment);
    await expect(page).toHaveTitle(/^● Your turn: roll the dice/);
    await hide(page, false);
    await expect(page).toHaveTitle(/^Your turn: roll the dice/);
    expect(await notifications(page)).toEqual([]);

    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByLabel(/Notify me/).check();
    await page.keyboard.press('Escape');
    // What one has seen is no news.
    await hide(page, true);
    await expect(page).toHaveTitle(/^●/);
    expect(await notifications(page)).toEqual([]);
    table.show(others);
    await expect(page).not.toHaveTitle(/^●/);
    table.show(turn.moment);
    await expect
      .poll(() => notifications(page))
      .toEqual([expect.stringMatching(/^Your turn: roll the dice/)]);
  });

  test('the setting goes off again where the browser refuses notifications', async ({
    page,
    home,
  }) => {
    await page.addInitScript(() => {
      Notification.requestPermission = () => Promise.resolve('denied');
    });
    await new StagedTable().open(page, home, {});
    await page.getByRole('button', { name: 'Menu' }).click();
    const wish = page.getByLabel(/Notify me/);
    // It goes out again by itself.
    await wish.click();
    await expect(
      page.getByText('Your browser does not allow this page to notify you.'),
    ).toBeVisible();
    await expect(wish).not.toBeChecked();
  });
});

test.describe('where only a service worker may notify', () => {
  test.use({ serviceWorkers: 'allow' });

  test('it does, and takes the notification back when the player returns', async ({
    page,
    context,
    home,
  }) => {
    await context.grantPermissions(['notifications']);
    await page.addInitScript(() => {
      const real = Notification;
      const refuse = () => {
        throw new TypeError('Illegal constructor');
      };
      const requestPermission = () => real.requestPermission();
      Object.assign(window, { Notification: Object.assign(refuse, { requestPermission }) });
      const worker = ServiceWorkerRegistration.prototype;
      const show = worker.showNotification;
      worker.showNotification = async function (...notification) {
        await show.apply(this, notification);
        Object.assign(window, { notified: true });
      };
    });
    const turn = states(4).find(({ name }) => name === 'roll');
    if (!turn) throw new Error('there is no turn');
    const others = { view: { phase: { type: 'turn' as const }, active: 1, dice: null } };
    const table = new StagedTable();
    await table.open(page, home, others);
    await page.evaluate(async () => {
      localStorage.setItem('brickwood.settings', JSON.stringify({ notify: true }));
      await navigator.serviceWorker.ready;
    });
    await page.reload();
    await expect(page.locator('.pill')).not.toHaveText('');
    const shown = () =>
      page.evaluate(async () => {
        const worker = await navigator.serviceWorker.ready;
        return (await worker.getNotifications()).map(({ body }) => body);
      });
    await hide(page, true);
    table.show(turn.moment);
    // Asked too early, Chromium forgets a notification that the system does not show yet.
    await page.waitForFunction(() => 'notified' in window);
    await expect.poll(shown).toEqual([expect.stringMatching(/^Your turn: roll the dice/)]);
    await hide(page, false);
    await expect.poll(shown).toEqual([]);
  });
});
